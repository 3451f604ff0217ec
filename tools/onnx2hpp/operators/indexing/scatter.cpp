// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/evaluate/rules.hpp>
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/load/shape_rules.hpp>
#include <onnx2hpp/lower/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries scatter_operators() {
    return {
        {.type = "Scatter",
         .versions = {{.since = {9}, .inputs = {3, 3}, .attributes = {integer("axis")}}},
         .shape = shape_scatter_elements,
         .expand = expand_scatter,
         .evaluate = evaluate_scatter_elements,
         .lower = lower_scatter_elements},
        {.type = "ScatterElements",
         .versions = {{.since = {11, 13}, .inputs = {3, 3}, .attributes = {integer("axis")}},
                      {.since = {16, 18},
                       .inputs = {3, 3},
                       .attributes = {integer("axis"), text("reduction")}}},
         .shape = shape_scatter_elements,
         .expand = expand_scatter,
         .evaluate = evaluate_scatter_elements,
         .lower = lower_scatter_elements},
        {.type = "ScatterND",
         .versions = {{.since = {11, 13}, .inputs = {3, 3}},
                      {.since = {16, 18}, .inputs = {3, 3}, .attributes = {text("reduction")}}},
         .shape = shape_scatter_nd,
         .expand = expand_scatter,
         .evaluate = evaluate_scatter_nd,
         .lower = lower_scatter_nd},
        {.type = "TensorScatter",
         .versions = {{.since = {24},
                       .inputs = {2, 3},
                       .attributes = {integer("axis"), text("mode")}}},
         .expand = expand_tensor_scatter},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
