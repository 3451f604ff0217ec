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

operator_entries logic_operators() {
    return {
        {.type = "And",
         .versions = {{.since = {1},
                       .inputs = {2, 2},
                       .attributes = {integer("axis"), integer("broadcast")}},
                      {.since = {7}, .inputs = {2, 2}}},
         .shape = shape_logical,
         .expand = expand_old_broadcast,
         .evaluate = evaluate_and,
         .lower = lower_binary,
         .binary = plain<binary_function::bitwise_and>},
        {.type = "Or",
         .versions = {{.since = {1},
                       .inputs = {2, 2},
                       .attributes = {integer("axis"), integer("broadcast")}},
                      {.since = {7}, .inputs = {2, 2}}},
         .shape = shape_logical,
         .expand = expand_old_broadcast,
         .evaluate = evaluate_or,
         .lower = lower_binary,
         .binary = plain<binary_function::bitwise_or>},
        {.type = "Xor",
         .versions = {{.since = {1},
                       .inputs = {2, 2},
                       .attributes = {integer("axis"), integer("broadcast")}},
                      {.since = {7}, .inputs = {2, 2}}},
         .shape = shape_logical,
         .expand = expand_old_broadcast,
         .evaluate = evaluate_xor,
         .lower = lower_binary,
         .binary = plain<binary_function::bitwise_xor>},
        {.type = "Not",
         .versions = {{.since = {1}}},
         .shape = shape_not,
         .evaluate = evaluate_not,
         .lower = lower_unary,
         .unary = plain<unary_function::logical_not>},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
