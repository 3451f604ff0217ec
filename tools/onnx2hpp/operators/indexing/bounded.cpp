// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/evaluate/rules.hpp>
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/load/shape_rules.hpp>
#include <onnx2hpp/lower/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries bounded_operators() {
    return {
        {.type = "NonMaxSuppression",
         .versions = {{.since = {10, 11},
                       .inputs = {2, 5},
                       .attributes = {integer("center_point_box")}}},
         .expand = expand_non_max_suppression},
        {.type = "NonZero",
         .versions = {{.since = {9, 13}}},
         .shape = shape_non_zero,
         .expand = expand_non_zero,
         .evaluate = evaluate_non_zero},
        {.type = "SelectBoxes", .shape = shape_select_boxes, .lower = lower_select_boxes},
        {.type = "Unique",
         .versions = {{.since = {11},
                       .outputs = 4,
                       .attributes = {integer("axis"), integer("sorted")}}},
         .expand = expand_unique},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
