// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/lower/rules.hpp>
#include <onnx2hpp/lower/space.hpp>
#include <onnx2hpp/lower/window.hpp>
#include <onnx2hpp/onnx/window.hpp>

namespace onnx2hpp {
namespace {

using tigris::ops::sample_mode;
using tigris::ops::sample_padding;

/// Numbers of spatial axes in ONNX's order.
tigris::ops::block_numbers block_numbers_of(const node& n, const extents& numbers) {
    if (numbers.size() > tigris::ops::max_space_axes)
        fail_unsupported(n, "it has " + std::to_string(numbers.size()) + " spatial axes",
                         "use fewer");
    tigris::ops::block_numbers result{};
    for (int axis = 0; axis < tigris::ops::max_space_axes; ++axis) result[axis] = 1;
    for (std::size_t axis = 0; axis < numbers.size(); ++axis) {
        if (numbers[axis] >= std::int64_t{1} << 24)
            fail_unsupported(n, "a number of its window is beyond 24 bits", "use a smaller window");
        result[static_cast<int>(axis)] = static_cast<std::int32_t>(numbers[axis]);
    }
    return result;
}

extents constant_list(const lowering& l, const node& n, std::size_t slot) {
    return integers_of(*l.at(n.inputs[slot]).constant);
}

}  // namespace

void lower_grid_sample(lowering& l, const node& n) {
    const std::string mode = text_attribute(n, "mode", "linear");
    const std::string padding = text_attribute(n, "padding_mode", "zeros");
    tigris::ops::grid_sample op{.align_corners = integer_attribute(n, "align_corners", 0) != 0};
    if (mode == "nearest") op.mode = sample_mode::nearest;
    if (mode.ends_with("cubic")) op.mode = sample_mode::cubic;
    if (padding == "border") op.padding = sample_padding::border;
    if (padding == "reflection") op.padding = sample_padding::reflection;
    const std::size_t rank = l.dims(n.inputs[0]).size();
    const axis_order order = channels_last(rank);
    const int x = l.operand(n.inputs[0], order), grid = l.operand(n.inputs[1], onnx_order(rank));
    l.add_step(n, op, {x, grid}, l.make_result(n.outputs[0], order));
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

void lower_col2im(lowering& l, const node& n) {
    const extents image = constant_list(l, n, 1), block = constant_list(l, n, 2);
    const window w = window_of(n, image, block);
    const tigris::ops::col2im op{.kernel = block_numbers_of(n, w.kernel),
                                 .strides = block_numbers_of(n, w.strides),
                                 .dilations = block_numbers_of(n, w.dilations),
                                 .pads = block_numbers_of(n, w.pads_begin),
                                 .positions = block_numbers_of(n, w.output)};
    const int x = l.operand(n.inputs[0], onnx_order(3));
    l.add_step(n, op, {x}, l.make_result(n.outputs[0], onnx_order(l.dims(n.outputs[0]).size())));
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

}  // namespace onnx2hpp
