// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/load/shape_rules.hpp>
#include <onnx2hpp/lower/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries resize_operators() {
    return {
        {.type = "Resize",
         .versions = {{.since = {10}, .inputs = {2, 2}, .attributes = {text("mode")}},
                      {.since = {11, 13},
                       .inputs = {1, 4},
                       .attributes = {text("coordinate_transformation_mode"), real("cubic_coeff_a"),
                                      integer("exclude_outside"), real("extrapolation_value"),
                                      text("mode"), text("nearest_mode")}},
                      {.since = {18, 19},
                       .inputs = {1, 4},
                       .attributes = {integer("antialias"), integers("axes"),
                                      text("coordinate_transformation_mode"), real("cubic_coeff_a"),
                                      integer("exclude_outside"), real("extrapolation_value"),
                                      text("keep_aspect_ratio_policy"), text("mode"),
                                      text("nearest_mode")}}},
         .shape = shape_resize,
         .lower = lower_resize},
        {.type = "Upsample",
         .versions = {{.since = {7}, .attributes = {text("mode"), required(reals("scales"))}},
                      {.since = {9, 10}, .inputs = {2, 2}, .attributes = {text("mode")}}},
         .shape = shape_resize,
         .lower = lower_resize},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
