// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/evaluate/arithmetic.hpp>
#include <onnx2hpp/evaluate/evaluate.hpp>
#include <onnx2hpp/evaluate/places.hpp>
#include <onnx2hpp/evaluate/precise.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/onnx/shape_context.hpp>
#include <onnx2hpp/operators/functions/elementwise.hpp>
#include <onnx2hpp/operators/functions/evaluate_each.hpp>
#include <onnx2hpp/operators/functions/plain.hpp>

namespace onnx2hpp {
namespace {

/// The exponent may have a type of its own.
void shape_power(shape_context& c) {
    require_number(c, 0);
    require_number(c, 1);
    set_common_shape(c, c.input(0).type);
}

/// f of each pair of numbers, as elements of the first input's type.
template <class T, class F>
shared_tensor powers(const constant_node& n, const std::vector<T>& bases,
                     const std::vector<T>& exponents, F f) {
    const element_places left = broadcast_places(n.input(0).dims, n.dims());
    const element_places right = broadcast_places(n.input(1).dims, n.dims());
    std::vector<T> elements;
    elements.reserve(left.size());
    for (std::size_t i = 0; i < left.size(); ++i)
        elements.push_back(f(bases[static_cast<std::size_t>(left[i])],
                             exponents[static_cast<std::size_t>(right[i])]));
    return make_tensor(n.input(0).type, n.dims(), elements);
}

shared_tensor evaluate_add(const constant_node& n) {
    return pairwise(n, [](auto a, auto b) { return added(a, b); });
}

shared_tensor evaluate_subtract(const constant_node& n) {
    return pairwise(n, [](auto a, auto b) { return subtracted(a, b); });
}

shared_tensor evaluate_multiply(const constant_node& n) {
    return pairwise(n, [](auto a, auto b) { return multiplied(a, b); });
}

shared_tensor evaluate_divide(const constant_node& n) {
    if (divides_by_zero(n.input(1))) return {};
    return pairwise(n, [](auto a, auto b) { return divided(a, b); });
}

/// The exponent may be of another type.
shared_tensor evaluate_power(const constant_node& n) {
    const tensor_data &base = n.input(0), &power = n.input(1);
    if (is_real(base.type))
        return powers(n, numbers_of(base), numbers_of(power),
                      [](double x, double y) { return precise::pow(x, y); });
    if (is_real(power.type)) return {};
    return powers(n, integers_of(base), integers_of(power),
                  [](std::int64_t x, std::int64_t y) { return raised(x, y); });
}

}  // namespace

namespace operators {

operator_entries arithmetic_operators() {
    return {
        {.type = "Add",
         .versions = {{.since = {6},
                       .inputs = {2, 2},
                       .attributes = {integer("axis"), flag("broadcast")}},
                      {.since = {7, 13, 14}, .inputs = {2, 2}}},
         .shape = shape_binary,
         .expand = expand_old_broadcast,
         .evaluate = evaluate_add,
         .lower = lower_binary,
         .binary = plain<binary_function::add>,
         .traits = {.can_clamp = true, .combines_codes = true}},
        {.type = "Sub",
         .versions = {{.since = {6},
                       .inputs = {2, 2},
                       .attributes = {integer("axis"), flag("broadcast")}},
                      {.since = {7, 13, 14}, .inputs = {2, 2}}},
         .shape = shape_binary,
         .expand = expand_old_broadcast,
         .evaluate = evaluate_subtract,
         .lower = lower_binary,
         .binary = plain<binary_function::subtract>,
         .traits = {.can_clamp = true, .combines_codes = true}},
        {.type = "Mul",
         .versions = {{.since = {6},
                       .inputs = {2, 2},
                       .attributes = {integer("axis"), flag("broadcast")}},
                      {.since = {7, 13, 14}, .inputs = {2, 2}}},
         .shape = shape_binary,
         .expand = expand_old_broadcast,
         .evaluate = evaluate_multiply,
         .lower = lower_binary,
         .binary = plain<binary_function::multiply>,
         .traits = {.can_clamp = true, .combines_codes = true}},
        {.type = "Div",
         .versions = {{.since = {6},
                       .inputs = {2, 2},
                       .attributes = {integer("axis"), flag("broadcast")}},
                      {.since = {7, 13, 14}, .inputs = {2, 2}}},
         .shape = shape_binary,
         .expand = expand_old_broadcast,
         .evaluate = evaluate_divide,
         .lower = lower_binary,
         .binary = plain<binary_function::divide>,
         .traits = {.can_clamp = true}},
        {.type = "Pow",
         .versions = {{.since = {1},
                       .inputs = {2, 2},
                       .attributes = {integer("axis"), flag("broadcast")}},
                      {.since = {7, 12, 13, 15}, .inputs = {2, 2}}},
         .shape = shape_power,
         .expand = expand_old_broadcast,
         .evaluate = evaluate_power,
         .lower = lower_binary,
         .binary = plain<binary_function::power>,
         .traits = {.evaluates_wide = true}},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
