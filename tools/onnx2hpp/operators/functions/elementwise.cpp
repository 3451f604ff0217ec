// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/operators/functions/elementwise.hpp>

#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/common_values.hpp>
#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/lower/lowering.hpp>
#include <onnx2hpp/lower/requantization.hpp>
#include <onnx2hpp/onnx/element_types.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/onnx/functions.hpp>
#include <onnx2hpp/onnx/shape_context.hpp>

#include <fmt/format.h>

namespace onnx2hpp {
namespace {

using tigris::dtype;

/// Before version 7 shapes broadcast only on request, and only where the second one ends the first.
void check_old_broadcast(const shape_context& c, const extents& a, const extents& b) {
    if (a == b) return;
    const bool asked = integer_attribute(c.at, "broadcast", 0) != 0 && b.size() <= a.size();
    const auto suffix = static_cast<std::int64_t>(a.size()) - static_cast<std::int64_t>(b.size());
    if (!asked)
        fail_bad_input(c.at, fmt::format("shapes {} and {} differ, and broadcast is not asked for",
                                         to_text(a), to_text(b)));
    if (integer_attribute(c.at, "axis", suffix) != suffix)
        fail_unsupported(c.at, "broadcasting along an axis is not supported",
                         "export the model with opset 7 or later");
}

}  // namespace

void require_type(const shape_context& c, std::size_t i, bool is_right, const char* wanted) {
    if (!is_right)
        fail_unsupported(c.at,
                         fmt::format("{} is {}, which is not supported here", c.label_of_input(i),
                                     name_of(c.input(i).type)),
                         wanted);
}

bool is_integer(dtype type) {
    return !is_real(type) && type != dtype::boolean && is_readable(type);
}

void require_number(const shape_context& c, std::size_t i) {
    const dtype type = c.input(i).type;
    require_type(c, i, is_real(type) || is_integer(type), "use float or integers");
}

void require_boolean(const shape_context& c, std::size_t i) {
    require_type(c, i, c.input(i).type == dtype::boolean, "use bool");
}

extents common_shape(const shape_context& c, const extents& a, const extents& b) {
    const auto common = broadcast(a, b);
    if (!common)
        fail_bad_input(c.at,
                       fmt::format("shapes {} and {} do not broadcast", to_text(a), to_text(b)));
    return *common;
}

void set_common_shape(shape_context& c, dtype type) {
    const extents &a = c.input(0).dims, &b = c.input(1).dims;
    if (c.at.since < 7) check_old_broadcast(c, a, b);
    c.set_output(type, common_shape(c, a, b));
}

dtype target_type(const shape_context& c) {
    const std::int64_t number = integer_attribute(c.at, "to", 0);
    const bool in_range = number > 0 && number < 1000;
    const auto type = in_range ? value_type_of(static_cast<std::int32_t>(number)) : std::nullopt;
    if (!type)
        fail_unsupported(
            c.at,
            fmt::format("it makes elements of type {}",
                        name_of_data_type(in_range ? static_cast<std::int32_t>(number) : -1)),
            "use float, bool or integers of 4 to 64 bits");
    return *type;
}

void shape_binary(shape_context& c) {
    c.require_same_type(0, 1);
    require_number(c, 0);
    set_common_shape(c, c.input(0).type);
}

void shape_unary(shape_context& c) {
    c.require_real(0);
    c.set_output(c.input(0).type, c.input(0).dims);
}

value_id aligned(expansion& e, value_id a, value_id b, std::int64_t axis) {
    const auto rank = static_cast<std::int64_t>(e.dims(a).size());
    extents dims = e.dims(b);
    const auto missing = rank - static_cast<std::int64_t>(dims.size()) - axis;
    if (axis < 0 || missing < 0)
        fail_bad_input(e.at, fmt::format("shape {} does not fit into {} from axis {} on",
                                         to_text(dims), to_text(e.dims(a)), axis));
    dims.insert(dims.end(), static_cast<std::size_t>(missing), 1);
    return reshaped(e, b, dims);
}

bool expand_old_broadcast(expansion& e) {
    if (e.at.since >= 7 || integer_attribute(e.at, "broadcast", 0) == 0) return false;
    const auto a_rank = static_cast<std::int64_t>(e.dims(e.input(0)).size());
    const auto b_rank = static_cast<std::int64_t>(e.dims(e.input(1)).size());
    std::int64_t axis = integer_attribute(e.at, "axis", a_rank - b_rank);
    if (axis < 0) axis += a_rank;
    const value_id b = aligned(e, e.input(0), e.input(1), axis);
    const value_id y = e.add(e.at.op_type, {e.input(0), b});
    if (e.dims(y) != e.dims(e.input(0)))
        fail_bad_input(e.at, fmt::format("shape {} does not broadcast to {}",
                                         to_text(e.dims(e.input(1))), to_text(e.dims(e.input(0)))));
    e.give(0, y);
    return true;
}

namespace {

/// Whether operand `v` rather than `best` says how the result lies: of those with all axes one that
/// is not constant, of those the larger one, and of equal ones the one that lies as the result is
/// wanted.
bool leads(const lowering& l, const node& n, value_id v, value_id best) {
    const std::size_t rank = l.dims(n.outputs[0]).size();
    const auto has_axes = [&](value_id x) { return l.dims(x).size() == rank; };
    if (has_axes(v) != has_axes(best)) return has_axes(v);
    if (l.is_constant(v) != l.is_constant(best)) return l.is_constant(best);
    const std::int64_t count = element_count(l.dims(v)), other = element_count(l.dims(best));
    if (count != other) return count > other;
    const auto wish = l.wished.of(n.outputs[0]);
    return wish && l.place(v).order == *wish && l.place(best).order != *wish;
}

/// How all operands and the result lie.
axis_order order_of_operands(const lowering& l, const node& n) {
    value_id best = n.inputs[0];
    for (const value_id v : n.inputs)
        if (leads(l, n, v, best)) best = v;
    axis_order order = l.place(best).order;
    return order.size() == l.dims(n.outputs[0]).size() ? order
                                                       : onnx_order(l.dims(n.outputs[0]).size());
}

}  // namespace

void add_step_in_common_order(lowering& l, const node& n, const any_op& op, bool is_mirrored) {
    const axis_order order = order_of_operands(l, n);
    std::vector<int> inputs;
    for (const value_id v : n.inputs) inputs.push_back(l.operand(v, order));
    if (is_mirrored) std::swap(inputs[0], inputs[1]);
    l.add_step(n, op, inputs, l.make_result(n.outputs[0], order));
}

void lower_binary(lowering& l, const node& n) {
    const binary_form form = *binary_of(l.source, n);
    const tigris::ops::binary op{.function = form.function, .clamp = n.clamp};
    for (const value_id v : n.inputs)
        if (n.op_type != "Mul" && !l.at(v).quant.scale.empty())
            require_below_saturation(l, n, l.at(v).quant.scale[0]);
    add_step_in_common_order(l, n, op, form.is_mirrored);
}

void lower_unary(lowering& l, const node& n) {
    const axis_order order = l.place(n.inputs[0]).order;
    const int input = l.operand(n.inputs[0], order);
    l.add_step(n, *unary_of(l.source, n), {input}, l.make_result(n.outputs[0], order));
}

}  // namespace onnx2hpp
