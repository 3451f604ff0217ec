// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Operators between DequantizeLinear and QuantizeLinear become integer operators.

#include <onnx2hpp/onnx_model.hpp>
#include <onnx2hpp/passes/integer_weights.hpp>

namespace onnx2hpp {

/// An operator becomes an integer operator under three conditions: each data input comes from a
/// DequantizeLinear; each reader of its result is a QuantizeLinear with one scale and zero point;
/// the integer kernel exists. Then:
///
/// * its values have a type of codes, and `quant`;
/// * weights are int8 with zero point 0;
/// * the bias is int32, in units of input scale times weight scale.
///
/// A change of scale, zero point or type alone is an Identity. Of layers that fail only by their
/// result or their bias, the sums of products become floats (scale_sums.hpp). All else stays in
/// floating point between explicit steps, and is noted. Fails for arithmetic on integers that are
/// not quantized.
void fold_qdq(onnx_model& m, coarse_bias form = coarse_bias::rounded);

}  // namespace onnx2hpp
