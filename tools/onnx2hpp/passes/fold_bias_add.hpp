// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// An Add of a constant after a Conv, Gemm or MatMul becomes its bias.

#include <onnx2hpp/onnx_model.hpp>

namespace onnx2hpp {

/// Folds an Add of a constant (or of a DequantizeLinear of one) into a layer's bias. The constant
/// has one element for each output channel or one for all, and the sum is the only reader. A MatMul
/// then has its bias as input 2.
void fold_bias_add(onnx_model& m);

}  // namespace onnx2hpp
