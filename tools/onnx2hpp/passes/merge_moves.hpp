// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Moves after each other become one, or none.

#include <onnx2hpp/onnx_model.hpp>

namespace onnx2hpp {

/// Merges a Transpose after a Transpose; a Reshape, Flatten, Squeeze or Unsqueeze after another one
/// of them. Moves that change nothing, alone or as a pair, are removed. Two moves become one if
/// nothing else reads the value between them. All three values must have the same type and
/// quantization, because a Reshape may also mark where codes get another meaning.
void merge_moves(onnx_model& m);

}  // namespace onnx2hpp
