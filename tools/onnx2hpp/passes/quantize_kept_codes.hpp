// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Operators whose result has the codes of their input get a quantized result.

#include <onnx2hpp/passes/rewrite.hpp>

namespace onnx2hpp {

/// An operator that only moves or selects elements, such as Flatten or MaxPool, may stand between a
/// DequantizeLinear and operators on floats. Its result gets a QuantizeLinear and a
/// DequantizeLinear with the parameters of its input. They change no value. So it becomes an
/// integer operator, and those behind it can. Part of fold_qdq, after note_quantization.
void quantize_kept_codes(rewriter& r);

}  // namespace onnx2hpp
