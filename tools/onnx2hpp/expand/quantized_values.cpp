// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/quantized_values.hpp>

#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/onnx/element_types.hpp>

namespace onnx2hpp {
namespace {

using tigris::dtype;

bool has_more_axes(const expansion& e, value_id scale) { return e.dims(scale).size() > 1; }

attribute_map along(const expansion& e, value_id scale, std::int64_t axis) {
    if (element_count(e.dims(scale)) == 1) return {};
    return {{"axis", axis}};
}

}  // namespace

quantized_value quantized_input(const expansion& e, std::size_t i) {
    return {e.input(i), e.input(i + 1), e.input(i + 2)};
}

value_id cast(expansion& e, value_id v, dtype type) {
    if (e.type(v) == type) return v;
    if (e.is_constant(v) && is_readable(e.type(v)) && !is_real(e.type(v)))
        return e.constant(make_tensor(type, e.dims(v), integers_of(*e.of(v).constant)));
    return e.add("Cast", {v}, {{"to", std::int64_t{data_type_of(type)}}});
}

value_id dequantize_by_arithmetic(expansion& e, const quantized_value& q) {
    value_id x = cast(e, q.codes, dtype::f32);
    if (q.zero_point != absent) x = e.add("Sub", {x, cast(e, q.zero_point, dtype::f32)});
    return e.add("Mul", {x, q.scale});
}

value_id quantize_by_arithmetic(expansion& e, value_id x, value_id scale, value_id zero_point,
                                dtype type) {
    value_id y = e.add("Round", {e.add("Div", {cast(e, x, dtype::f32), scale})});
    if (zero_point != absent) y = e.add("Add", {y, cast(e, zero_point, dtype::f32)});
    y = e.add("Clip",
              {y, e.number(dtype::f32, lowest_of(type)), e.number(dtype::f32, highest_of(type))});
    return cast(e, y, value_type_of(type));
}

value_id dequantized(expansion& e, const quantized_value& q, std::int64_t axis) {
    if (has_more_axes(e, q.scale)) return dequantize_by_arithmetic(e, q);
    std::vector<value_id> inputs{q.codes, q.scale};
    if (q.zero_point != absent) inputs.push_back(q.zero_point);
    return e.add("DequantizeLinear", inputs, along(e, q.scale, axis));
}

value_id quantized(expansion& e, value_id x, value_id scale, value_id zero_point, std::int64_t axis,
                   dtype type) {
    if (has_more_axes(e, scale)) return quantize_by_arithmetic(e, x, scale, zero_point, type);
    if (zero_point == absent) {
        const std::vector<double> zeros(static_cast<std::size_t>(element_count(e.dims(scale))), 0);
        zero_point = e.constant(make_tensor(type, e.dims(scale), zeros));
    }
    return e.add("QuantizeLinear", {x, scale, zero_point}, along(e, scale, axis));
}

}  // namespace onnx2hpp
