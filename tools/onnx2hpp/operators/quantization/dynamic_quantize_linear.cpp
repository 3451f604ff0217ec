// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/expand/quantized_values.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {
namespace {

using tigris::dtype;

/// uint8 codes over the range of x and 0. Where all is 0, so that there is no range, the scale
/// is 1.
bool expand_dynamic_quantize_linear(expansion& e) {
    const value_id x = e.input(0), zero = e.number(dtype::f32, 0);
    const attribute_map flat{{"keepdims", std::int64_t{0}}};
    const value_id high = e.add("Max", {e.add("ReduceMax", {x}, flat), zero});
    const value_id low = e.add("Min", {e.add("ReduceMin", {x}, flat), zero});
    const value_id range = e.add("Div", {e.add("Sub", {high, low}), e.number(dtype::f32, 255)});
    const value_id scale =
        e.add("Where", {e.add("Equal", {range, zero}), e.number(dtype::f32, 1), range});
    const value_id zero_point =
        quantize_by_arithmetic(e, e.add("Sub", {zero, low}), scale, absent, dtype::u8);
    e.give(0, quantize_by_arithmetic(e, x, scale, zero_point, dtype::u8));
    e.give(1, scale);
    e.give(2, zero_point);
    return true;
}

}  // namespace

namespace operators {

operator_entries dynamic_quantize_linear_operators() {
    return {
        {.type = "DynamicQuantizeLinear",
         .versions = {{.since = {11}, .outputs = 3}},
         .expand = expand_dynamic_quantize_linear},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
