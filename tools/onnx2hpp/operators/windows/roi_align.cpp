// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/lower/lowering.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/onnx/shape_context.hpp>
#include <onnx2hpp/operators/windows/requirements.hpp>

namespace onnx2hpp {
namespace {

using tigris::dtype;

void shape_roi_align(shape_context& c) {
    require_float(c, 0);
    require_float(c, 1);
    require_rank(c, 0, 4);
    require_rank(c, 1, 2);
    require_text(c, "mode", "avg", {"avg", "max"});
    require_text(c, "coordinate_transformation_mode", "half_pixel",
                 {"half_pixel", "output_half_pixel"});
    const std::int64_t count = c.input(1).dims[0];
    require_dims(c, 1, {count, 4});
    require_dims(c, 2, {count});
    if (c.input(2).type != dtype::i64) fail_bad_input(c.at, c.label_of_input(2) + " must be int64");
    const std::int64_t height = integer_attribute(c.at, "output_height", 1);
    const std::int64_t width = integer_attribute(c.at, "output_width", 1);
    const std::int64_t ratio = integer_attribute(c.at, "sampling_ratio", 0);
    if (height < 1 || width < 1 || ratio < 0 || ratio > 1 << 12)
        fail_bad_input(c.at, "its output extents or its sampling_ratio are impossible");
    c.set_output(dtype::f32, {count, c.input(0).dims[1], height, width});
}

void lower_roi_align(lowering& l, const node& n) {
    const std::string fallback = n.since < 16 ? "output_half_pixel" : "half_pixel";
    const tigris::ops::roi_align op{
        .takes_max = text_attribute(n, "mode", "avg") == "max",
        .half_pixel = text_attribute(n, "coordinate_transformation_mode", fallback) == "half_pixel",
        .sampling_ratio = static_cast<std::int32_t>(integer_attribute(n, "sampling_ratio", 0)),
        .spatial_scale = real_attribute(n, "spatial_scale", 1)};
    const axis_order order = channels_last(4);
    const int x = l.operand(n.inputs[0], order);
    const int regions = l.operand(n.inputs[1], onnx_order(2));
    const int images = l.operand(n.inputs[2], onnx_order(1));
    l.add_step(n, op, {x, regions, images}, l.make_result(n.outputs[0], order));
}

}  // namespace

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
         .lower = lower_roi_align,
         .traits = {.order = wanted_order::channels_last}},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
