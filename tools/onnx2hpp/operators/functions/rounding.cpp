// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/evaluate/evaluate.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/operators/functions/elementwise.hpp>
#include <onnx2hpp/operators/functions/evaluate_each.hpp>
#include <onnx2hpp/operators/functions/plain.hpp>
#include <tigris/support/half.hpp>

namespace onnx2hpp {
namespace {

using tigris::dtype;

/// f of integers changes nothing.
template <class F>
shared_tensor each_rounded(const constant_node& n, F f) {
    if (!is_real(n.input(0).type)) return std::make_shared<const tensor_data>(n.input(0));
    return each_real(n, f);
}

shared_tensor evaluate_floor(const constant_node& n) {
    return each_rounded(n, [](auto x) { return std::floor(x); });
}

shared_tensor evaluate_ceiling(const constant_node& n) {
    return each_rounded(n, [](auto x) { return std::ceil(x); });
}

shared_tensor evaluate_round(const constant_node& n) {
    return each_rounded(n, [](auto x) { return std::nearbyint(x); });
}

shared_tensor evaluate_round_to_half(const constant_node& n) {
    if (n.input(0).type != dtype::f32) return {};
    return each_of<float>(n, [](float x) { return to_float(tigris::to_half(x)); });
}

}  // namespace

namespace operators {

operator_entries rounding_operators() {
    return {
        {.type = "Ceil",
         .versions = {{.since = {6, 13}}},
         .shape = shape_unary,
         .evaluate = evaluate_ceiling,
         .lower = lower_unary,
         .unary = plain<unary_function::ceil>,
         .traits = {.takes_doubles = true}},
        {.type = "Floor",
         .versions = {{.since = {6, 13}}},
         .shape = shape_unary,
         .evaluate = evaluate_floor,
         .lower = lower_unary,
         .unary = plain<unary_function::floor>,
         .traits = {.takes_doubles = true}},
        {.type = "Round",
         .versions = {{.since = {11, 22}}},
         .shape = shape_unary,
         .evaluate = evaluate_round,
         .lower = lower_unary,
         .unary = plain<unary_function::round>,
         .traits = {.takes_doubles = true}},
        {.type = "tigris.RoundToHalf",
         .shape = shape_unary,
         .evaluate = evaluate_round_to_half,
         .lower = lower_unary,
         .unary = plain<unary_function::round_to_half>,
         .traits = {.takes_doubles = true}},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
