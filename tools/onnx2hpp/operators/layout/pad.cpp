// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/evaluate/rules.hpp>
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/load/shape_rules.hpp>
#include <onnx2hpp/lower/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries pad_operators() {
    return {
        {.type = "Pad",
         .versions = {{.since = {2},
                       .attributes = {text("mode"), required(integers("pads")), real("value")}},
                      {.since = {11, 13}, .inputs = {2, 3}, .attributes = {text("mode")}},
                      {.since = {18, 19, 21, 23, 24, 25},
                       .inputs = {2, 4},
                       .attributes = {text("mode")}}},
         .shape = shape_pad,
         .expand = expand_pad,
         .evaluate = evaluate_pad,
         .lower = lower_pad},
        {.type = "CenterCropPad",
         .versions = {{.since = {18}, .inputs = {2, 2}, .attributes = {integers("axes")}}},
         .expand = expand_center_crop_pad},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
