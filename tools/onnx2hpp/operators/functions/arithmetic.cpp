// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/evaluate/rules.hpp>
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/load/shape_rules.hpp>
#include <onnx2hpp/lower/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/operators/functions/plain.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries arithmetic_operators() {
    return {
        {.type = "Add",
         .versions = {{.since = {6},
                       .inputs = {2, 2},
                       .attributes = {integer("axis"), integer("broadcast")}},
                      {.since = {7, 13, 14}, .inputs = {2, 2}}},
         .shape = shape_binary,
         .expand = expand_old_broadcast,
         .evaluate = evaluate_add,
         .lower = lower_binary,
         .binary = plain<binary_function::add>},
        {.type = "Sub",
         .versions = {{.since = {6},
                       .inputs = {2, 2},
                       .attributes = {integer("axis"), integer("broadcast")}},
                      {.since = {7, 13, 14}, .inputs = {2, 2}}},
         .shape = shape_binary,
         .expand = expand_old_broadcast,
         .evaluate = evaluate_subtract,
         .lower = lower_binary,
         .binary = plain<binary_function::subtract>},
        {.type = "Mul",
         .versions = {{.since = {6},
                       .inputs = {2, 2},
                       .attributes = {integer("axis"), integer("broadcast")}},
                      {.since = {7, 13, 14}, .inputs = {2, 2}}},
         .shape = shape_binary,
         .expand = expand_old_broadcast,
         .evaluate = evaluate_multiply,
         .lower = lower_binary,
         .binary = plain<binary_function::multiply>},
        {.type = "Div",
         .versions = {{.since = {6},
                       .inputs = {2, 2},
                       .attributes = {integer("axis"), integer("broadcast")}},
                      {.since = {7, 13, 14}, .inputs = {2, 2}}},
         .shape = shape_binary,
         .expand = expand_old_broadcast,
         .evaluate = evaluate_divide,
         .lower = lower_binary,
         .binary = plain<binary_function::divide>},
        {.type = "Pow",
         .versions = {{.since = {1},
                       .inputs = {2, 2},
                       .attributes = {integer("axis"), integer("broadcast")}},
                      {.since = {7, 12, 13, 15}, .inputs = {2, 2}}},
         .shape = shape_power,
         .expand = expand_old_broadcast,
         .evaluate = evaluate_power,
         .lower = lower_binary,
         .binary = plain<binary_function::power>},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
