// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Operators between DequantizeLinear and QuantizeLinear become integer operators.

#include <onnx2hpp/onnx_model.hpp>

namespace onnx2hpp {

/// An operator becomes one if every data input comes from a DequantizeLinear, every reader of its
/// result is a QuantizeLinear of one scale and zero point, and the integer kernel exists. Its
/// values then carry a type of codes and `quant`, weights are int8 with zero point 0, and the bias
/// int32 in units of input scale times weight scale. What changes only scale, zero point or type is
/// an Identity. Anything else stays in floating point between explicit steps, and is noted. Fails
/// for arithmetic on integers that are not quantized.
void fold_qdq(onnx_model& m);

}  // namespace onnx2hpp
