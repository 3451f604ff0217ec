// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Products of codes as floats, as ONNX Runtime's dynamic quantization writes them: integers are
// multiplied, and the sums are scaled at run time.

#include <onnx2hpp/expand/expansion.hpp>

namespace onnx2hpp {

/// uint8 or int8 codes, the scale of one, and the code of 0; `zero_point` may be absent: 0. A scale
/// and a zero point are of rank 0, or of matrices have one number for each column.
struct scaled_codes {
    value_id codes = absent;
    value_id scale = absent;
    value_id zero_point = absent;
};

/// uint8 codes of floats over their range, which a run finds. Source: ONNX
/// DynamicQuantizeLinear-11.
scaled_codes quantized_at_run_time(expansion& e, value_id x);

/// The product of matrices as floats. `a` has one scale.
value_id scaled_product(expansion& e, const scaled_codes& a, const scaled_codes& b);

}  // namespace onnx2hpp
