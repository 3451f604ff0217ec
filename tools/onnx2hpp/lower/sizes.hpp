// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Sizes of tensors that the library's 32-bit arithmetic holds.

#include <onnx2hpp/onnx_model.hpp>

namespace onnx2hpp {

/// The library computes with elements, bytes, bits and 32-bit sums of a whole row in int32_t.
inline constexpr std::int64_t most_bits = (std::int64_t{1} << 31) - 1;

/// The library multiplies rows and columns by the number of strips, which has 7 bits. Resize
/// computes with rows and columns in single precision, which has 24 bits.
inline constexpr std::int64_t longest_axis = std::int64_t{1} << 24;

/// Throws failure(unsupported) where a tensor that the node reads or makes is larger.
void require_sizes(const onnx_model& m, const node& n);

/// Throws failure(unsupported) where an input of the graph is larger.
void require_size(const value& input);

}  // namespace onnx2hpp
