// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/evaluate/rules.hpp>
#include <onnx2hpp/load/shape_rules.hpp>
#include <onnx2hpp/lower/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/operators/functions/plain.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries signs_operators() {
    return {
        {.type = "Abs",
         .versions = {{.since = {6, 13}}},
         .shape = shape_unary_number,
         .evaluate = evaluate_absolute,
         .lower = lower_unary,
         .unary = plain<unary_function::abs>},
        {.type = "Neg",
         .versions = {{.since = {6, 13}}},
         .shape = shape_unary_number,
         .evaluate = evaluate_negate,
         .lower = lower_unary,
         .unary = plain<unary_function::negate>},
        {.type = "Sign",
         .versions = {{.since = {9, 13}}},
         .shape = shape_unary_number,
         .lower = lower_unary,
         .unary = plain<unary_function::sign>},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
