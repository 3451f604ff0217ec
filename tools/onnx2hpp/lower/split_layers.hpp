// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Large layers as several that make some of the output channels each.

#include <onnx2hpp/lowered_model.hpp>

#include <cstdint>

namespace onnx2hpp {

/// The model with large gemms of one vector split, so that each part's weights are decoded on their
/// own. A gemm whose weights take more than `bytes` becomes several gemms, whose weights do not,
/// and a concat. A gemm stays whole if other steps read its weights, or if the weights of four
/// outputs take more.
lowered_model with_split_layers(lowered_model model, std::int64_t bytes);

}  // namespace onnx2hpp
