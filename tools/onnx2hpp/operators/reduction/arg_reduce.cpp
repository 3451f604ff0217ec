// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/common_values.hpp>
#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/lower/lowering.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/onnx/shape_context.hpp>
#include <onnx2hpp/operators/reduction/axes.hpp>

#include <fmt/format.h>

#include <numeric>

namespace onnx2hpp {
namespace {

using tigris::dtype;

void shape_arg_reduce(shape_context& c) {
    const extents& dims = c.input(0).dims;
    const std::size_t axis = c.axis_from(integer_attribute(c.at, "axis", 0), dims.size());
    if (c.input(0).type == dtype::boolean) fail_type(c, "convert it with Cast");
    const bool keeps = integer_attribute(c.at, "keepdims", 1) != 0;
    c.set_output(dtype::i64, without(dims, {axis}, keeps));
}

/// Before version 13 everything from the axis on is one span; the input as a matrix then.
value_id as_spans(expansion& e, std::int64_t& axis) {
    const value_id x = e.input(0);
    const auto rank = static_cast<std::int64_t>(e.dims(x).size());
    if (axis < -rank || axis >= rank)
        fail_bad_input(e.at, fmt::format("axis {} is outside of its {} axes", axis, rank));
    if (axis < 0) axis += rank;
    if (e.at.since >= 13) return x;
    const extents dims = e.dims(x);
    const auto begin = dims.begin() + axis;
    axis = 1;
    return reshaped(e, x,
                    {element_count({dims.begin(), begin}), element_count({begin, dims.end()})});
}

/// 0, 1, 2, ... along an axis of a tensor of `rank` axes.
value_id numbers_along(expansion& e, std::int64_t axis, std::size_t rank, std::int64_t count) {
    check_size(e, {count});
    extents dims(rank, 1), numbers(static_cast<std::size_t>(count));
    dims[static_cast<std::size_t>(axis)] = count;
    std::iota(numbers.begin(), numbers.end(), 0);
    return e.constant(tensor_of(dtype::i64, dims, numbers));
}

/// Expands Hardmax: 1 where the first of the largest elements is, 0 elsewhere.
bool expand_hardmax(expansion& e) {
    std::int64_t axis = integer_attribute(e.at, "axis", e.at.since < 13 ? 1 : -1);
    const value_id spans = as_spans(e, axis);
    const extents dims = e.dims(spans);
    const value_id chosen = e.add("ArgMax", {spans}, {{"axis", axis}});
    const value_id places =
        numbers_along(e, axis, dims.size(), dims[static_cast<std::size_t>(axis)]);
    const value_id is_chosen = e.add("Equal", {chosen, places});
    const value_id marked =
        e.add("Where", {is_chosen, e.number(e.type(spans), 1), e.number(e.type(spans), 0)});
    e.give(0, e.at.since >= 13 ? marked : reshaped(e, marked, e.dims(e.input(0))));
    return true;
}

void lower_arg_reduce(lowering& l, const node& n) {
    const axis_order order = order_of_input(l, n);
    const int axis = positive_axis(integer_attribute(n, "axis", 0), order.size());
    const tigris::ops::arg_reduce op{.minimum = n.op_type == "ArgMin",
                                     .last = integer_attribute(n, "select_last_index", 0) != 0,
                                     .axis = place_of_axis(order, axis)};
    const int input = l.operand(n.inputs[0], order);
    l.add_step(n, op, {input}, make_reduced(l, n, order, {axis}));
}

}  // namespace

namespace operators {

operator_entries arg_reduce_operators() {
    return {
        {.type = "ArgMax",
         .versions = {{.since = {1, 11}, .attributes = {integer("axis"), flag("keepdims")}},
                      {.since = {12, 13},
                       .attributes = {integer("axis"), flag("keepdims"),
                                      flag("select_last_index")}}},
         .shape = shape_arg_reduce,
         .lower = lower_arg_reduce,
         .traits = {.takes_doubles = true}},
        {.type = "ArgMin",
         .versions = {{.since = {1, 11}, .attributes = {integer("axis"), flag("keepdims")}},
                      {.since = {12, 13},
                       .attributes = {integer("axis"), flag("keepdims"),
                                      flag("select_last_index")}}},
         .shape = shape_arg_reduce,
         .lower = lower_arg_reduce,
         .traits = {.takes_doubles = true}},
        {.type = "Hardmax",
         .versions = {{.since = {1, 11, 13}, .attributes = {integer("axis")}}},
         .expand = expand_hardmax},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
