// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Weights less their zero points, and bounds and parts of their sums of products with codes.

#include <onnx2hpp/constants.hpp>

namespace onnx2hpp {

/// Integers in the order of a tensor of weights: of `outputs`, `inner` one after the other.
struct centered_weights {
    std::vector<std::int64_t> numbers;
    std::size_t outputs = 1;
    std::size_t inner = 1;

    std::size_t output_of(std::size_t i) const { return i / inner % outputs; }
};

/// What each output's weights add up to, as 16-bit integers, or as 32-bit ones where one needs
/// them.
shared_tensor totals_of(const centered_weights& w);

/// Whether an output's sum of products with any bytes fits into 32 bits.
bool fits_32_bits(const centered_weights& w);

}  // namespace onnx2hpp
