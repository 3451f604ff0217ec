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

operator_entries comparison_operators() {
    return {
        {.type = "Equal",
         .versions = {{.since = {1},
                       .inputs = {2, 2},
                       .attributes = {integer("axis"), integer("broadcast")}},
                      {.since = {7, 11, 13, 19}, .inputs = {2, 2}}},
         .shape = shape_compare,
         .expand = expand_old_broadcast,
         .evaluate = evaluate_equal,
         .lower = lower_binary,
         .binary = plain<binary_function::equal>},
        {.type = "Greater",
         .versions = {{.since = {1},
                       .inputs = {2, 2},
                       .attributes = {integer("axis"), integer("broadcast")}},
                      {.since = {7, 9, 13}, .inputs = {2, 2}}},
         .shape = shape_compare,
         .expand = expand_old_broadcast,
         .evaluate = evaluate_greater,
         .lower = lower_binary,
         .binary = plain<binary_function::greater>},
        {.type = "GreaterOrEqual",
         .versions = {{.since = {12, 16}, .inputs = {2, 2}}},
         .shape = shape_compare,
         .evaluate = evaluate_greater_or_equal,
         .lower = lower_binary,
         .binary = plain<binary_function::greater_or_equal>},
        {.type = "Less",
         .versions = {{.since = {1},
                       .inputs = {2, 2},
                       .attributes = {integer("axis"), integer("broadcast")}},
                      {.since = {7, 9, 13}, .inputs = {2, 2}}},
         .shape = shape_compare,
         .expand = expand_old_broadcast,
         .evaluate = evaluate_less,
         .lower = lower_binary,
         .binary = mirrored<binary_function::greater>},
        {.type = "LessOrEqual",
         .versions = {{.since = {12, 16}, .inputs = {2, 2}}},
         .shape = shape_compare,
         .evaluate = evaluate_less_or_equal,
         .lower = lower_binary,
         .binary = mirrored<binary_function::greater_or_equal>},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
