// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/evaluate/rules.hpp>
#include <onnx2hpp/load/shape_rules.hpp>
#include <onnx2hpp/lower/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/operators/functions/plain.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries rounding_operators() {
    return {
        {.type = "Ceil",
         .versions = {{.since = {6, 13}}},
         .shape = shape_unary,
         .evaluate = evaluate_ceiling,
         .lower = lower_unary,
         .unary = plain<unary_function::ceil>},
        {.type = "Floor",
         .versions = {{.since = {6, 13}}},
         .shape = shape_unary,
         .evaluate = evaluate_floor,
         .lower = lower_unary,
         .unary = plain<unary_function::floor>},
        {.type = "Round",
         .versions = {{.since = {11, 22}}},
         .shape = shape_unary,
         .evaluate = evaluate_round,
         .lower = lower_unary,
         .unary = plain<unary_function::round>},
        {.type = "RoundToHalf",
         .shape = shape_unary,
         .evaluate = evaluate_round_to_half,
         .lower = lower_unary,
         .unary = plain<unary_function::round_to_half>},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
