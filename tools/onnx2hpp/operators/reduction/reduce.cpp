// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/evaluate/arithmetic.hpp>
#include <onnx2hpp/evaluate/evaluate.hpp>
#include <onnx2hpp/evaluate/places.hpp>
#include <onnx2hpp/expand/common_values.hpp>
#include <onnx2hpp/lower/lowering.hpp>
#include <onnx2hpp/onnx/constant_list.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/onnx/shape_context.hpp>
#include <onnx2hpp/operators/normalization/common_values.hpp>
#include <onnx2hpp/operators/reduction/axes.hpp>
#include <onnx2hpp/operators/reduction/of_nothing.hpp>
#include <onnx2hpp/passes/rewrite.hpp>

#include <cmath>
#include <limits>
#include <map>

namespace onnx2hpp {
namespace {

using tigris::dtype;
using tigris::ops::reduce_function;

/// The axes as the node says them: an input of newer versions, an attribute of older ones.
extents reduced_axes(const shape_context& c) {
    return c.has_input(1) ? c.constant_integers(1) : integers_attribute(c.at, "axes", {});
}

/// Logarithms are real numbers; only the largest and smallest of bools have a meaning.
void check_reduced_type(const shape_context& c) {
    const dtype type = c.input(0).type;
    if (is_one_of(c.at, {"ReduceLogSum", "ReduceLogSumExp"})) return c.require_real(0);
    if (type == dtype::boolean && !is_one_of(c.at, {"ReduceMax", "ReduceMin"}))
        fail_type(c, "convert it with Cast");
}

void shape_reduce(shape_context& c) {
    check_reduced_type(c);
    const extents& dims = c.input(0).dims;
    extents axes = reduced_axes(c);
    if (axes.empty() && integer_attribute(c.at, "noop_with_empty_axes", 0) == 0)
        axes = all_axes(dims.size());
    const bool keeps = integer_attribute(c.at, "keepdims", 1) != 0;
    c.set_output(c.input(0).type, without(dims, c.axes_from(axes, dims.size()), keeps));
}

shared_tensor evaluate_logarithm_of_nothing(const constant_node& n) {
    return reads_nothing(n) ? filled(n, -INFINITY) : nullptr;
}

/// Which axes are reduced: an attribute or input 1, by default all.
std::vector<bool> reduced_axes(const constant_node& n) {
    const std::size_t rank = n.input(0).dims.size();
    extents axes = integers_attribute(n.at, "axes", {});
    if (n.has_input(1)) axes = integers_of(n.input(1));
    const bool stays = axes.empty() && integer_attribute(n.at, "noop_with_empty_axes", 0) != 0;
    if (axes.empty() && !stays) axes = all_axes(rank);
    std::vector<bool> result(rank, false);
    for (const std::size_t axis : distinct_axes(n.at, axes, rank)) result[axis] = true;
    return result;
}

/// For each element of the input the number of the element of the result that it goes to.
element_places goals_of(const extents& dims, const std::vector<bool>& is_reduced) {
    extents kept = dims;
    for (std::size_t axis = 0; axis < dims.size(); ++axis)
        if (is_reduced[axis]) kept[axis] = 1;
    return broadcast_places(kept, dims);
}

/// f folds the elements, in their order, into the first; without elements the result is `neutral`.
template <class F, class Neutral>
shared_tensor reduced(const constant_node& n, F f, Neutral neutral) {
    const tensor_data& x = n.input(0);
    const element_places goals = goals_of(x.dims, reduced_axes(n));
    const auto count = static_cast<std::size_t>(element_count(n.dims()));
    shared_tensor result;
    if (goals.empty()) {
        with_element(x.type, [&]<class T>(T) {
            result = tensor_of(x.type, n.dims(),
                               std::vector<T>(count, neutral.template operator()<T>()));
        });
        return result;
    }
    with_element(x.type, [&]<class T>(T) {
        const std::vector<T> elements = elements_of<T>(x);
        std::vector<T> folded(count);
        std::vector<bool> begun(count, false);
        for (std::size_t i = 0; i < goals.size(); ++i) {
            const auto goal = static_cast<std::size_t>(goals[i]);
            folded[goal] = begun[goal] ? f(folded[goal], elements[i]) : elements[i];
            begun[goal] = true;
        }
        result = tensor_of(x.type, n.dims(), folded);
    });
    return result;
}

shared_tensor evaluate_reduce_sum(const constant_node& n) {
    return reduced(
        n, [](auto a, auto b) { return added(a, b); }, []<class T>() { return T(0); });
}

shared_tensor evaluate_reduce_product(const constant_node& n) {
    return reduced(
        n, [](auto a, auto b) { return multiplied(a, b); }, []<class T>() { return T(1); });
}

shared_tensor evaluate_reduce_max(const constant_node& n) {
    return reduced(
        n, [](auto a, auto b) { return larger(a, b); },
        []<class T>() {
            using limits = std::numeric_limits<T>;
            return limits::has_infinity ? T(-limits::infinity()) : limits::lowest();
        });
}

shared_tensor evaluate_reduce_min(const constant_node& n) {
    const bool is_bool = n.input(0).type == tigris::dtype::boolean;
    return reduced(
        n, [](auto a, auto b) { return smaller(a, b); },
        [is_bool]<class T>() {
            using limits = std::numeric_limits<T>;
            if (is_bool) return T(1);
            return limits::has_infinity ? limits::infinity() : limits::max();
        });
}

std::size_t rank_of_input(const lowering& l, const node& n) { return l.dims(n.inputs[0]).size(); }

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

/// Clamps the result of n, which lies in its order.
void add_clamp(lowering& l, const node& n) {
    if (n.clamp == tigris::ops::clamp{}) return;
    const value_id y = n.outputs[0];
    const axis_order order = l.place(y).order;
    const int from = l.operand(y, order);
    l.add_step(n, tigris::ops::convert{.clamp = n.clamp}, {from}, l.make_result(y, order));
}

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

}  // namespace

namespace operators {

operator_entries reduce_operators() {
    return {
        {.type = "ReduceL1",
         .versions = {{.since = {1, 11, 13}, .attributes = {integers("axes"), flag("keepdims")}},
                      {.since = {18},
                       .inputs = {1, 2},
                       .attributes = {flag("keepdims"), flag("noop_with_empty_axes")}}},
         .shape = shape_reduce,
         .evaluate = evaluate_sum_of_nothing,
         .lower = lower_reduce},
        {.type = "ReduceL2",
         .versions = {{.since = {1, 11, 13}, .attributes = {integers("axes"), flag("keepdims")}},
                      {.since = {18},
                       .inputs = {1, 2},
                       .attributes = {flag("keepdims"), flag("noop_with_empty_axes")}}},
         .shape = shape_reduce,
         .evaluate = evaluate_sum_of_nothing,
         .lower = lower_reduce},
        {.type = "ReduceLogSum",
         .versions = {{.since = {1, 11, 13}, .attributes = {integers("axes"), flag("keepdims")}},
                      {.since = {18},
                       .inputs = {1, 2},
                       .attributes = {flag("keepdims"), flag("noop_with_empty_axes")}}},
         .shape = shape_reduce,
         .evaluate = evaluate_logarithm_of_nothing,
         .lower = lower_reduce},
        {.type = "ReduceLogSumExp",
         .versions = {{.since = {1, 11, 13}, .attributes = {integers("axes"), flag("keepdims")}},
                      {.since = {18},
                       .inputs = {1, 2},
                       .attributes = {flag("keepdims"), flag("noop_with_empty_axes")}}},
         .shape = shape_reduce,
         .evaluate = evaluate_logarithm_of_nothing,
         .lower = lower_reduce},
        {.type = "ReduceMax",
         .versions = {{.since = {1, 11, 12, 13},
                       .attributes = {integers("axes"), flag("keepdims")}},
                      {.since = {18, 20},
                       .inputs = {1, 2},
                       .attributes = {flag("keepdims"), flag("noop_with_empty_axes")}}},
         .shape = shape_reduce,
         .evaluate = evaluate_reduce_max,
         .lower = lower_reduce,
         .traits = {.keeps_codes = true, .takes_doubles = true}},
        {.type = "ReduceMean",
         .versions = {{.since = {1, 11, 13}, .attributes = {integers("axes"), flag("keepdims")}},
                      {.since = {18},
                       .inputs = {1, 2},
                       .attributes = {flag("keepdims"), flag("noop_with_empty_axes")}}},
         .shape = shape_reduce,
         .lower = lower_reduce,
         .traits = {.averages = true, .can_clamp = true}},
        {.type = "ReduceMin",
         .versions = {{.since = {1, 11, 12, 13},
                       .attributes = {integers("axes"), flag("keepdims")}},
                      {.since = {18, 20},
                       .inputs = {1, 2},
                       .attributes = {flag("keepdims"), flag("noop_with_empty_axes")}}},
         .shape = shape_reduce,
         .evaluate = evaluate_reduce_min,
         .lower = lower_reduce,
         .traits = {.keeps_codes = true, .takes_doubles = true}},
        {.type = "ReduceProd",
         .versions = {{.since = {1, 11, 13}, .attributes = {integers("axes"), flag("keepdims")}},
                      {.since = {18},
                       .inputs = {1, 2},
                       .attributes = {flag("keepdims"), flag("noop_with_empty_axes")}}},
         .shape = shape_reduce,
         .evaluate = evaluate_reduce_product,
         .lower = lower_reduce},
        {.type = "ReduceSum",
         .versions = {{.since = {1, 11}, .attributes = {integers("axes"), flag("keepdims")}},
                      {.since = {13},
                       .inputs = {1, 2},
                       .attributes = {flag("keepdims"), flag("noop_with_empty_axes")}}},
         .shape = shape_reduce,
         .evaluate = evaluate_reduce_sum,
         .lower = lower_reduce},
        {.type = "ReduceSumSquare",
         .versions = {{.since = {1, 11, 13}, .attributes = {integers("axes"), flag("keepdims")}},
                      {.since = {18},
                       .inputs = {1, 2},
                       .attributes = {flag("keepdims"), flag("noop_with_empty_axes")}}},
         .shape = shape_reduce,
         .evaluate = evaluate_sum_of_nothing,
         .lower = lower_reduce},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
