// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/evaluate/rules.hpp>
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/load/shape_rules.hpp>
#include <onnx2hpp/lower/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries cumulate_operators() {
    return {
        {.type = "CumSum",
         .versions = {{.since = {11, 14},
                       .inputs = {2, 2},
                       .attributes = {integer("exclusive"), integer("reverse")}}},
         .expand = expand_cumulate,
         .evaluate = evaluate_cumulative_sum},
        {.type = "CumProd",
         .versions = {{.since = {26},
                       .inputs = {2, 2},
                       .attributes = {integer("exclusive"), integer("reverse")}}},
         .expand = expand_cumulate},
        {.type = "Cumulate", .shape = shape_cumulate, .lower = lower_cumulate},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
