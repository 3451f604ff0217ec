// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/scaled_codes.hpp>

#include <onnx2hpp/expand/quantized_values.hpp>

namespace onnx2hpp {

scaled_codes quantized_at_run_time(expansion& e, value_id x) {
    const std::vector<value_id> made =
        e.add("DynamicQuantizeLinear", {x}, {}, std::vector<bool>(3, true));
    return {made[0], made[1], made[2]};
}

value_id scaled_product(expansion& e, const scaled_codes& a, const scaled_codes& b) {
    const value_id sums = e.add("MatMulInteger", {a.codes, b.codes, a.zero_point, b.zero_point});
    const value_id scale = e.add("Mul", {a.scale, b.scale});
    return e.add("Mul", {cast(e, sums, tigris::dtype::f32), scale});
}

}  // namespace onnx2hpp
