// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// BatchNormalization becomes part of the weights before it.

#include <onnx2hpp/onnx_model.hpp>

namespace onnx2hpp {

/// Into a Conv, Gemm or MatMul with constant float weights whose only reader it is; computed in
/// double and rounded once. Any other BatchNormalization stays.
void fold_batch_norm(onnx_model& m);

}  // namespace onnx2hpp
