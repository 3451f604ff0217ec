// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/load/shape_rules.hpp>
#include <onnx2hpp/lower/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries roi_align_operators() {
    return {
        {.type = "RoiAlign",
         .versions = {{.since = {10},
                       .inputs = {3, 3},
                       .attributes = {text("mode"), integer("output_height"),
                                      integer("output_width"), integer("sampling_ratio"),
                                      real("spatial_scale")}},
                      {.since = {16, 22},
                       .inputs = {3, 3},
                       .attributes = {text("coordinate_transformation_mode"), text("mode"),
                                      integer("output_height"), integer("output_width"),
                                      integer("sampling_ratio"), real("spatial_scale")}}},
         .shape = shape_roi_align,
         .lower = lower_roi_align},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
