// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/evaluate/rules.hpp>
#include <onnx2hpp/load/shape_rules.hpp>
#include <onnx2hpp/lower/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/operators/functions/plain.hpp>

namespace onnx2hpp {

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
