// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/evaluate/rules.hpp>
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/load/shape_rules.hpp>
#include <onnx2hpp/lower/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries gather_operators() {
    return {
        {.type = "Gather",
         .versions = {{.since = {1, 11, 13}, .inputs = {2, 2}, .attributes = {integer("axis")}}},
         .shape = shape_gather,
         .expand = expand_gather,
         .evaluate = evaluate_gather,
         .lower = lower_gather},
        {.type = "GatherElements",
         .versions = {{.since = {11, 13}, .inputs = {2, 2}, .attributes = {integer("axis")}}},
         .shape = shape_gather_elements,
         .evaluate = evaluate_gather_elements,
         .lower = lower_gather_elements},
        {.type = "GatherND",
         .versions = {{.since = {11}, .inputs = {2, 2}},
                      {.since = {12, 13}, .inputs = {2, 2}, .attributes = {integer("batch_dims")}}},
         .shape = shape_gather_nd,
         .evaluate = evaluate_gather_nd,
         .lower = lower_gather_nd},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
