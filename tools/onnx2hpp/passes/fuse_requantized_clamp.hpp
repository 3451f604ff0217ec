// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// An integer Relu or Clip becomes the clamp of the operator before it.

#include <onnx2hpp/onnx_model.hpp>

namespace onnx2hpp {

/// Fuses a quantized Relu or Clip into the operator before it. Input and output have the same type,
/// scale and zero point, so that clamping the codes is exact. The operator's kernel can clamp, and
/// nobody else reads its result.
void fuse_requantized_clamp(onnx_model& m);

}  // namespace onnx2hpp
