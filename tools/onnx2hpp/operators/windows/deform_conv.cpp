// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/lower/lowering.hpp>
#include <onnx2hpp/lower/space.hpp>
#include <onnx2hpp/lower/window.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/onnx/shape_context.hpp>
#include <onnx2hpp/onnx/window.hpp>
#include <onnx2hpp/operators/windows/requirements.hpp>

#include <fmt/format.h>

namespace onnx2hpp {
namespace {

using tigris::dtype;

void shape_deform_conv(shape_context& c) {
    for (std::size_t i = 0; i < c.at.inputs.size(); ++i)
        if (c.has_input(i)) require_float(c, i);
    const extents &x = c.input(0).dims, &weights = c.input(1).dims;
    if (x.size() != 4)
        fail_unsupported(c.at, fmt::format("its input has {} axes", x.size()),
                         "images with two spatial axes are supported");
    require_rank(c, 1, 4);
    const std::int64_t group = integer_attribute(c.at, "group", 1);
    const std::int64_t offset_group = integer_attribute(c.at, "offset_group", 1);
    if (group < 1 || offset_group < 1 || weights[1] * group != x[1] || weights[0] % group != 0 ||
        x[1] % offset_group != 0)
        fail_bad_input(c.at, fmt::format("{} input channels in {} groups do not fit weights of "
                                         "shape {}",
                                         x[1], group, to_text(weights)));
    const window w = window_of(c.at, {x[2], x[3]}, {weights[2], weights[3]});
    if (w.kernel != extents{weights[2], weights[3]})
        fail_bad_input(c.at, "its kernel_shape contradicts its weights");
    const std::int64_t taps = offset_group * weights[2] * weights[3];
    require_dims(c, 2, {x[0], 2 * taps, w.output[0], w.output[1]});
    if (c.has_input(3)) require_dims(c, 3, {weights[0]});
    if (c.has_input(4)) require_dims(c, 4, {x[0], taps, w.output[0], w.output[1]});
    c.set_output(dtype::f32, {x[0], weights[0], w.output[0], w.output[1]});
}

void lower_deform_conv(lowering& l, const node& n) {
    const extents& dims = l.dims(n.inputs[0]);
    const extents kernel = space_behind(l.dims(n.inputs[1]));
    const window w = window_of(n, space_behind(dims), kernel);
    if (!fits_rows(w))
        fail_unsupported(n, "a number of its window is beyond 16 bits", "use a smaller window");
    tigris::ops::deform_conv op{
        .groups = static_cast<std::int32_t>(integer_attribute(n, "group", 1)),
        .offset_groups = static_cast<std::int32_t>(integer_attribute(n, "offset_group", 1)),
        .has_bias = has_input(n, 3),
        .has_mask = has_input(n, 4)};
    op.window = canonical_window(l, n, kernel);
    const axis_order order = channels_last(4);
    std::vector<int> inputs{l.operand(n.inputs[0], order), l.operand(n.inputs[1], order),
                            l.operand(n.inputs[2], onnx_order(4))};
    if (op.has_bias) inputs.push_back(l.operand(n.inputs[3], {0}));
    if (op.has_mask) inputs.push_back(l.operand(n.inputs[4], onnx_order(4)));
    l.add_step(n, op, inputs, l.make_result(n.outputs[0], order));
}

}  // namespace

namespace operators {

operator_entries deform_conv_operators() {
    return {
        {.type = "DeformConv",
         .versions = {{.since = {19, 22},
                       .inputs = {3, 5},
                       .attributes = {integers("dilations"), integer("group"),
                                      integers("kernel_shape"), integer("offset_group"),
                                      integers("pads"), integers("strides")}}},
         .shape = shape_deform_conv,
         .lower = lower_deform_conv,
         .traits = {.order = wanted_order::channels_last}},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
