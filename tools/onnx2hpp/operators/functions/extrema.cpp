// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/evaluate/arithmetic.hpp>
#include <onnx2hpp/evaluate/evaluate.hpp>
#include <onnx2hpp/evaluate/places.hpp>
#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/operators/functions/elementwise.hpp>
#include <onnx2hpp/operators/functions/evaluate_each.hpp>
#include <onnx2hpp/operators/functions/plain.hpp>

#include <fmt/format.h>

namespace onnx2hpp {
namespace {

/// Versions before 8 of Max, Min, Sum and Mean do not broadcast.
void require_one_shape(const expansion& e) {
    for (const value_id v : e.at.inputs)
        if (e.at.since < 8 && e.dims(v) != e.dims(e.input(0)))
            fail_bad_input(e.at, fmt::format("shapes {} and {} differ, which version 8 allows",
                                             to_text(e.dims(e.input(0))), to_text(e.dims(v))));
}

/// Joins all inputs by a function of two, from the first to the last.
value_id chained(expansion& e, std::string_view op_type) {
    value_id result = e.input(0);
    for (std::size_t i = 1; i < e.at.inputs.size(); ++i)
        result = e.add(op_type, {result, e.input(i)});
    return result;
}

/// Two inputs are the canonical form.
bool expand_extremum(expansion& e) {
    require_one_shape(e);
    if (e.at.inputs.size() == 2) return false;
    e.give(0, chained(e, e.at.op_type));
    return true;
}

bool expand_sum(expansion& e) {
    require_one_shape(e);
    e.give(0, chained(e, "Add"));
    return true;
}

bool expand_mean(expansion& e) {
    require_one_shape(e);
    const value_id sum = chained(e, "Add");
    const auto count = static_cast<double>(e.at.inputs.size());
    e.give(0, e.add("Div", {sum, e.number(e.type(sum), count)}));
    return true;
}

/// f of the first two inputs, of that and the third, and so on.
template <class F>
shared_tensor folded(const constant_node& n, F f) {
    shared_tensor result =
        picked(n.input(0), n.dims(), broadcast_places(n.input(0).dims, n.dims()));
    for (std::size_t i = 1; result && i < n.at.inputs.size(); ++i)
        result = pairwise(n, *result, n.input(i), f);
    return result;
}

shared_tensor evaluate_min(const constant_node& n) {
    return folded(n, [](auto a, auto b) { return smaller(a, b); });
}

shared_tensor evaluate_max(const constant_node& n) {
    return folded(n, [](auto a, auto b) { return larger(a, b); });
}

shared_tensor evaluate_sum(const constant_node& n) {
    return folded(n, [](auto a, auto b) { return added(a, b); });
}

}  // namespace

namespace operators {

operator_entries extrema_operators() {
    return {
        {.type = "Max",
         .versions = {{.since = {6, 8, 12, 13}, .inputs = {1, any_number}}},
         .shape = shape_binary,
         .expand = expand_extremum,
         .evaluate = evaluate_max,
         .lower = lower_binary,
         .binary = plain<binary_function::maximum>,
         .traits = {.can_clamp = true, .combines_codes = true, .takes_doubles = true}},
        {.type = "Min",
         .versions = {{.since = {6, 8, 12, 13}, .inputs = {1, any_number}}},
         .shape = shape_binary,
         .expand = expand_extremum,
         .evaluate = evaluate_min,
         .lower = lower_binary,
         .binary = plain<binary_function::minimum>,
         .traits = {.can_clamp = true, .combines_codes = true, .takes_doubles = true}},
        {.type = "Mean",
         .versions = {{.since = {6, 8, 13}, .inputs = {1, any_number}}},
         .expand = expand_mean},
        {.type = "Sum",
         .versions = {{.since = {6, 8, 13}, .inputs = {1, any_number}}},
         .expand = expand_sum,
         .evaluate = evaluate_sum},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
