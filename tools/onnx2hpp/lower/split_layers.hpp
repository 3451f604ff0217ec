// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Large layers as several that make some of the output channels each.

#include <onnx2hpp/lowered_model.hpp>

#include <cstdint>

namespace onnx2hpp {

/// The model with each gemm of one vector, whose weights take more than `bytes`, as several whose
/// weights do not, and a concat: so that the weights of each are decoded on their own. Weights that
/// other steps read, too, stay as they are, and so do those of which four outputs take more.
lowered_model with_split_layers(lowered_model model, std::int64_t bytes);

}  // namespace onnx2hpp
