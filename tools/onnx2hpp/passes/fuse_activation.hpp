// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Relu and Clip become the clamp of the operator before them.

#include <onnx2hpp/onnx_model.hpp>

namespace onnx2hpp {

/// Fuses a Relu or Clip into the operator before it. The bounds are constant, the operator's kernel
/// can clamp, and nobody else reads its result.
void fuse_activation(onnx_model& m);

}  // namespace onnx2hpp
