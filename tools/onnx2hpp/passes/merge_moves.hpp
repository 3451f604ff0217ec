// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Moves behind each other become one, or none.

#include <onnx2hpp/onnx_model.hpp>

namespace onnx2hpp {

/// A Transpose behind a Transpose; a Reshape, Flatten, Squeeze or Unsqueeze behind another of them.
/// What moves nothing, alone or as a pair, goes; two become one where nobody else reads what is
/// between them. All three values must have the same type and quantization: a Reshape may also
/// stand where codes get another meaning.
void merge_moves(onnx_model& m);

}  // namespace onnx2hpp
