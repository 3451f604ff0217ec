// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Products of codes as floats, as ONNX Runtime's dynamic quantization writes them: integers are
// multiplied, and the sums are scaled at run time.

#include <onnx2hpp/expand/expansion.hpp>

namespace onnx2hpp {

/// Codes with a scale and a zero point. These have rank 0, or, for matrices, one number for each
/// column.
struct scaled_codes {
    value_id codes = absent;       // uint8 or int8
    value_id scale = absent;       // real number for each code
    value_id zero_point = absent;  // code of 0; absent: 0
};

/// uint8 codes of floats over their range, which a run finds. Source: ONNX
/// DynamicQuantizeLinear-11.
scaled_codes quantized_at_run_time(expansion& e, value_id x);

/// The product of matrices as floats. `a` has one scale.
value_id scaled_product(expansion& e, const scaled_codes& a, const scaled_codes& b);

}  // namespace onnx2hpp
