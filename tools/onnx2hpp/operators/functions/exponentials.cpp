// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/evaluate/evaluate.hpp>
#include <onnx2hpp/evaluate/precise.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/operators/functions/elementwise.hpp>
#include <onnx2hpp/operators/functions/evaluate_each.hpp>
#include <onnx2hpp/operators/functions/plain.hpp>

namespace onnx2hpp {
namespace {

shared_tensor evaluate_square_root(const constant_node& n) {
    return each_real(n, [](auto x) { return std::sqrt(x); });
}

shared_tensor evaluate_reciprocal(const constant_node& n) {
    return each_real(n, [](auto x) { return 1 / x; });
}

shared_tensor evaluate_exponential(const constant_node& n) {
    return each_real(n, [](double x) { return precise::exp(x); });
}

shared_tensor evaluate_logarithm(const constant_node& n) {
    return each_real(n, [](double x) { return precise::log(x); });
}

}  // namespace

namespace operators {

operator_entries exponentials_operators() {
    return {
        {.type = "Exp",
         .versions = {{.since = {6, 13}}},
         .shape = shape_unary,
         .evaluate = evaluate_exponential,
         .lower = lower_unary,
         .unary = plain<unary_function::exp>},
        {.type = "Log",
         .versions = {{.since = {6, 13}}},
         .shape = shape_unary,
         .evaluate = evaluate_logarithm,
         .lower = lower_unary,
         .unary = plain<unary_function::log>},
        {.type = "Sqrt",
         .versions = {{.since = {6, 13}}},
         .shape = shape_unary,
         .evaluate = evaluate_square_root,
         .lower = lower_unary,
         .unary = plain<unary_function::sqrt>},
        {.type = "Reciprocal",
         .versions = {{.since = {6, 13}}},
         .shape = shape_unary,
         .evaluate = evaluate_reciprocal,
         .lower = lower_unary,
         .unary = plain<unary_function::reciprocal>},
        {.type = "Erf",
         .versions = {{.since = {9, 13}}},
         .shape = shape_unary,
         .lower = lower_unary,
         .unary = plain<unary_function::erf>},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
