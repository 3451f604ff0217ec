// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/lower/rules.hpp>
#include <onnx2hpp/passes/rewrite.hpp>

#include <algorithm>
#include <map>

namespace onnx2hpp {
namespace {

using tigris::dtype;
using tigris::ops::reduce_function;

std::size_t rank_of_input(const lowering& l, const node& n) { return l.dims(n.inputs[0]).size(); }

int positive_axis(std::int64_t axis, std::size_t rank) {
    return static_cast<int>(axis < 0 ? axis + static_cast<std::int64_t>(rank) : axis);
}

/// The axes that a Reduce node takes away, ascending.
axis_order reduced_axes(const lowering& l, const node& n) {
    const std::size_t rank = rank_of_input(l, n);
    const extents given = *axes_of(l.source, n, rank);
    if (given.empty() && integer_attribute(n, "noop_with_empty_axes", 0) == 0)
        return onnx_order(rank);
    return {given.begin(), given.end()};
}

/// The places in memory of some axes, as the library's bits.
std::uint8_t bits_of_axes(const axis_order& order, const axis_order& axes) {
    const axis_order places = places_of(order);
    unsigned bits = 0;
    for (const int axis : axes) bits |= 1u << places[static_cast<std::size_t>(axis)];
    return static_cast<std::uint8_t>(bits);
}

std::int8_t place_of_axis(const axis_order& order, int axis) {
    return static_cast<std::int8_t>(places_of(order)[static_cast<std::size_t>(axis)]);
}

/// The order of what is left when `axes` (ascending) are gone.
axis_order order_without(const axis_order& order, const axis_order& axes) {
    axis_order result;
    for (const int axis : order) {
        if (std::binary_search(axes.begin(), axes.end(), axis)) continue;
        const auto before = std::lower_bound(axes.begin(), axes.end(), axis) - axes.begin();
        result.push_back(axis - static_cast<int>(before));
    }
    return result;
}

/// A new tensor for the result, in which the reduced axes have extents of 1 even if they go.
int make_reduced(lowering& l, const node& n, const axis_order& order, const axis_order& axes) {
    const value_id y = n.outputs[0];
    if (integer_attribute(n, "keepdims", 1) != 0) return l.make_result(y, order);
    extents kept = l.dims(n.inputs[0]);
    for (const int axis : axes) kept[static_cast<std::size_t>(axis)] = 1;
    const int t = l.make_tensor(y, memory_dims(kept, order), {});
    l.set_place(y, {t, order_without(order, axes), {}, {}, {}});
    return t;
}

/// Clamps the result of n, which lies in its order.
void add_clamp(lowering& l, const node& n) {
    if (n.clamp == tigris::ops::clamp{}) return;
    const value_id y = n.outputs[0];
    const axis_order order = l.place(y).order;
    const int from = l.operand(y, order);
    l.add_step(n, tigris::ops::convert{.clamp = n.clamp}, {from}, l.make_result(y, order));
}

/// How the input lies, and stays.
axis_order order_of_input(lowering& l, const node& n) {
    l.restore_columns(n.inputs[0]);
    return l.place(n.inputs[0]).order;
}

}  // namespace

void lower_reduce(lowering& l, const node& n) {
    static const std::map<std::string, reduce_function> functions{
        {"ReduceL1", reduce_function::l1},
        {"ReduceL2", reduce_function::l2},
        {"ReduceLogSum", reduce_function::log_sum},
        {"ReduceLogSumExp", reduce_function::log_sum_exp},
        {"ReduceMax", reduce_function::maximum},
        {"ReduceMean", reduce_function::mean},
        {"ReduceMin", reduce_function::minimum},
        {"ReduceProd", reduce_function::product},
        {"ReduceSum", reduce_function::sum},
        {"ReduceSumSquare", reduce_function::sum_square},
    };
    const axis_order order = order_of_input(l, n), axes = reduced_axes(l, n);
    const int input = l.operand(n.inputs[0], order);
    const tigris::ops::reduce op{functions.at(n.op_type), bits_of_axes(order, axes)};
    l.add_step(n, op, {input}, make_reduced(l, n, order, axes));
    add_clamp(l, n);
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

void lower_cumulate(lowering& l, const node& n) {
    using enum tigris::ops::cumulate_function;
    const axis_order order = order_of_input(l, n);
    const int axis = positive_axis(integer_attribute(n, "axis", 0), order.size());
    const tigris::ops::cumulate op{
        .function = integer_attribute(n, "product", 0) != 0 ? product : sum,
        .axis = place_of_axis(order, axis),
        .exclusive = integer_attribute(n, "exclusive", 0) != 0,
        .reverse = integer_attribute(n, "reverse", 0) != 0};
    const int input = l.operand(n.inputs[0], order);
    l.add_step(n, op, {input}, l.make_result(n.outputs[0], order));
}

void lower_top_k(lowering& l, const node& n) {
    const axis_order order = order_of_input(l, n);
    const int axis = positive_axis(integer_attribute(n, "axis", -1), order.size());
    const tigris::ops::top_k op{.k = static_cast<std::int32_t>(integer_attribute(n, "k", 1)),
                                .axis = place_of_axis(order, axis),
                                .smallest = integer_attribute(n, "largest", 1) == 0,
                                .indices = n.op_type == "TopKIndices"};
    const int input = l.operand(n.inputs[0], order);
    l.add_step(n, op, {input}, l.make_result(n.outputs[0], order));
}

}  // namespace onnx2hpp
