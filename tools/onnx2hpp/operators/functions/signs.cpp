// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/evaluate/arithmetic.hpp>
#include <onnx2hpp/evaluate/evaluate.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/onnx/shape_context.hpp>
#include <onnx2hpp/operators/functions/elementwise.hpp>
#include <onnx2hpp/operators/functions/evaluate_each.hpp>
#include <onnx2hpp/operators/functions/plain.hpp>

namespace onnx2hpp {
namespace {

void shape_unary_number(shape_context& c) {
    require_number(c, 0);
    c.set_output(c.input(0).type, c.input(0).dims);
}

/// f of each element of an input.
template <class F>
shared_tensor each(const constant_node& n, F f) {
    shared_tensor result;
    with_element(n.input(0).type, [&]<class T>(T) { result = each_of<T>(n, f); });
    return result;
}

shared_tensor evaluate_negate(const constant_node& n) {
    return each(n, [](auto x) {
        if constexpr (std::is_floating_point_v<decltype(x)>)
            return -x;
        else
            return subtracted(decltype(x){0}, x);
    });
}

shared_tensor evaluate_absolute(const constant_node& n) {
    return each(n, [](auto x) {
        if constexpr (std::is_floating_point_v<decltype(x)>)
            return std::fabs(x);
        else
            return x < 0 ? subtracted(decltype(x){0}, x) : x;
    });
}

}  // namespace

namespace operators {

operator_entries signs_operators() {
    return {
        {.type = "Abs",
         .versions = {{.since = {6, 13}}},
         .shape = shape_unary_number,
         .evaluate = evaluate_absolute,
         .lower = lower_unary,
         .unary = plain<unary_function::abs>,
         .traits = {.takes_doubles = true}},
        {.type = "Neg",
         .versions = {{.since = {6, 13}}},
         .shape = shape_unary_number,
         .evaluate = evaluate_negate,
         .lower = lower_unary,
         .unary = plain<unary_function::negate>,
         .traits = {.takes_doubles = true}},
        {.type = "Sign",
         .versions = {{.since = {9, 13}}},
         .shape = shape_unary_number,
         .lower = lower_unary,
         .unary = plain<unary_function::sign>,
         .traits = {.takes_doubles = true}},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
