// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/operators/functions/elementwise.hpp>
#include <onnx2hpp/operators/functions/plain.hpp>

namespace onnx2hpp::operators {

operator_entries trigonometry_operators() {
    return {
        {.type = "Acos",
         .versions = {{.since = {7, 22}}},
         .shape = shape_unary,
         .lower = lower_unary,
         .unary = plain<unary_function::acos>},
        {.type = "Acosh",
         .versions = {{.since = {9, 22}}},
         .shape = shape_unary,
         .lower = lower_unary,
         .unary = plain<unary_function::acosh>},
        {.type = "Asin",
         .versions = {{.since = {7, 22}}},
         .shape = shape_unary,
         .lower = lower_unary,
         .unary = plain<unary_function::asin>},
        {.type = "Asinh",
         .versions = {{.since = {9, 22}}},
         .shape = shape_unary,
         .lower = lower_unary,
         .unary = plain<unary_function::asinh>},
        {.type = "Atan",
         .versions = {{.since = {7, 22}}},
         .shape = shape_unary,
         .lower = lower_unary,
         .unary = plain<unary_function::atan>},
        {.type = "Atanh",
         .versions = {{.since = {9, 22}}},
         .shape = shape_unary,
         .lower = lower_unary,
         .unary = plain<unary_function::atanh>},
        {.type = "Cos",
         .versions = {{.since = {7, 22}}},
         .shape = shape_unary,
         .lower = lower_unary,
         .unary = plain<unary_function::cos>},
        {.type = "Cosh",
         .versions = {{.since = {9, 22}}},
         .shape = shape_unary,
         .lower = lower_unary,
         .unary = plain<unary_function::cosh>},
        {.type = "Sin",
         .versions = {{.since = {7, 22}}},
         .shape = shape_unary,
         .lower = lower_unary,
         .unary = plain<unary_function::sin>},
        {.type = "Sinh",
         .versions = {{.since = {9, 22}}},
         .shape = shape_unary,
         .lower = lower_unary,
         .unary = plain<unary_function::sinh>},
        {.type = "Tan",
         .versions = {{.since = {7, 22}}},
         .shape = shape_unary,
         .lower = lower_unary,
         .unary = plain<unary_function::tan>},
    };
}

}  // namespace onnx2hpp::operators
