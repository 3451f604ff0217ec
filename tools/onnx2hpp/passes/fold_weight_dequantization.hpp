// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// DequantizeLinear of constants becomes float constants.

#include <onnx2hpp/onnx_model.hpp>

namespace onnx2hpp {

/// For what fold_qdq left in floating point: models with quantized weights only, and float islands.
/// Where only layers read them, as weights, value::dequantized remembers the codes: kernels may
/// take those (lower/coded_weights.hpp).
void fold_weight_dequantization(onnx_model& m);

}  // namespace onnx2hpp
