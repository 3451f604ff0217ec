// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/evaluate/arithmetic.hpp>
#include <onnx2hpp/evaluate/evaluate.hpp>
#include <onnx2hpp/expand/common_values.hpp>
#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/onnx/shape_context.hpp>
#include <onnx2hpp/operators/functions/convert.hpp>
#include <onnx2hpp/operators/functions/evaluate_each.hpp>

#include <fmt/format.h>

namespace onnx2hpp {
namespace {

using tigris::dtype;

void check_bound(const shape_context& c, std::size_t i) {
    if (!c.has_input(i)) return;
    c.require_same_type(0, i);
    if (!c.input(i).dims.empty() && c.input(i).dims != extents{1})
        fail_bad_input(c.at, fmt::format("{} has shape {}, but must be a scalar",
                                         c.label_of_input(i), to_text(c.input(i).dims)));
}

void shape_clip(shape_context& c) {
    check_bound(c, 1);
    check_bound(c, 2);
    c.set_output(c.input(0).type, c.input(0).dims);
}

bool is_number(const expansion& e, value_id v, double number) {
    return e.is_constant(v) && numbers_of(*e.of(v).constant)[0] == number;
}

/// A single float that is constant and a number: a bound that a clamp can have.
bool is_plain_bound(const expansion& e, value_id v) {
    if (v == absent) return true;
    return e.is_constant(v) && e.type(v) == dtype::f32 && element_count(e.dims(v)) == 1 &&
           is_number(e, v, numbers_of(*e.of(v).constant)[0]);
}

/// What ONNX asks of a bound; the shape rule complains about others.
bool is_bound(const expansion& e, value_id v, value_id x) {
    return v == absent ||
           (element_count(e.dims(v)) == 1 && e.dims(v).size() <= 1 && e.type(v) == e.type(x));
}

/// A scalar without axes, which broadcasts to any rank.
value_id as_scalar(expansion& e, value_id v) { return reshaped(e, v, {}); }

/// What no clamp can have: bounds of integers, bounds at run time.
bool expand_clip(expansion& e) {
    const value_id x = e.input(0), low = e.input(1), high = e.input(2);
    const bool is_clamp =
        e.type(x) == dtype::f32 && is_plain_bound(e, low) && is_plain_bound(e, high);
    const bool is_right = is_bound(e, low, x) && is_bound(e, high, x);
    if (is_clamp || !is_right || !is_readable(e.type(x))) return false;
    value_id y = x;
    if (low != absent) y = e.add("Max", {y, as_scalar(e, low)});
    if (high != absent) y = e.add("Min", {y, as_scalar(e, high)});
    e.give(0, y);
    return true;
}

/// A bound of shape [1] clips a scalar, too, whose shape the result has.
tensor_data bound_of(const constant_node& n, std::size_t i) { return *reshaped(n.input(i), {}); }

/// Before version 11 bounds are attributes, which this is not for.
shared_tensor evaluate_clip(const constant_node& n) {
    if (n.at.since < 11) return {};
    auto result = std::make_shared<const tensor_data>(n.input(0));
    if (n.has_input(1))
        result = pairwise(n, *result, bound_of(n, 1), [](auto a, auto b) { return larger(a, b); });
    if (n.has_input(2))
        result = pairwise(n, *result, bound_of(n, 2), [](auto a, auto b) { return smaller(a, b); });
    return result;
}

}  // namespace

namespace operators {

operator_entries clip_operators() {
    return {
        {.type = "Clip",
         .versions = {{.since = {6}, .attributes = {real("max"), real("min")}},
                      {.since = {11, 12, 13}, .inputs = {1, 3}}},
         .shape = shape_clip,
         .expand = expand_clip,
         .evaluate = evaluate_clip,
         .lower = lower_convert,
         .traits = {.order = wanted_order::as_result, .can_clamp = true, .takes_doubles = true}},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
