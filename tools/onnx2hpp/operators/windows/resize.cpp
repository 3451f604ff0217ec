// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/lower/interpolation.hpp>
#include <onnx2hpp/lower/lowering.hpp>
#include <onnx2hpp/lower/resizing_order.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/onnx/resize.hpp>
#include <onnx2hpp/onnx/shape_context.hpp>
#include <onnx2hpp/operators/quantization/codes.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace onnx2hpp {
namespace {

std::optional<axis_order> order_of_resize(const onnx_model& m, const node& n) {
    return resizing_order(resizing_of(m, n), {});
}

using tigris::dtype;
using tigris::ops::resize;

void shape_resize(shape_context& c) {
    const dtype type = c.input(0).type;
    if (!resizes_by_copying(c.at)) c.require_real(0);
    c.set_output(type, resizing_of(c.source(), c.at).output);
}

/// tf_half_pixel_for_nn moves all axes by half an element, also those that keep their extent. Only
/// rounding down takes that back.
void refuse_shift_of_all_axes(const node& n, const resizing& r) {
    if (r.coordinates != "tf_half_pixel_for_nn") return;
    if (r.mode != "nearest")
        fail_unsupported(n,
                         "tf_half_pixel_for_nn with mode " + r.mode +
                             " would shift images and channels by half an element",
                         "use mode nearest, or half_pixel");
    if (r.rounds.ends_with("ceil"))
        fail_unsupported(n, "tf_half_pixel_for_nn that rounds up is not supported",
                         "use nearest_mode floor");
}

/// Element numbers must be exact as floats, and their products fit into 32 bits.
void check_extents(const node& n, const extents& dims, const resizing& r) {
    for (std::size_t axis = 0; axis < dims.size(); ++axis)
        if (r.scales[axis] != 1 && (dims[axis] * r.output[axis] >= std::int64_t{1} << 30 ||
                                    r.output[axis] >= std::int64_t{1} << 24))
            fail_unsupported(n, "it resizes an axis of too many elements", "use smaller images");
}

/// The operator where rows are this axis and columns that one, or -1.
resize operator_of(const resizing& r, const extents& dims, int rows, int columns) {
    const auto scale_at = [&](int axis) {
        const auto k = static_cast<std::size_t>(axis);
        return scale_of(r, k, dims[k]);
    };
    resize op;
    if (r.mode == "linear") op.function = tigris::ops::resize_function::linear;
    op.coordinates = coordinates_of(r);
    op.nearest = rounding_of(r);
    op.scale_h = scale_at(rows);
    op.scale_w = columns < 0 ? 0 : scale_at(columns);
    return op;
}

/// A matrix whose rows are resized: each is a signal of one channel.
void lower_matrix(lowering& l, const node& n, const resizing& r) {
    const value_id x = n.inputs[0], y = n.outputs[0];
    const extents& dims = l.dims(x);
    const axis_order order = onnx_order(2);
    const int input = l.view(x, l.operand(x, order), {dims[0], dims[1], 1});
    const int output = l.make_tensor(y, {dims[0], r.output[1], 1}, {});
    l.set_place(y, {output, order, {}, {}, {}});
    l.add_step(n, operator_of(r, dims, 1, -1), {input}, output);
}

/// Axes that change, those that shrink most first.
std::vector<std::size_t> changing_axes(const resizing& r) {
    std::vector<std::size_t> axes;
    for (std::size_t axis = 0; axis < r.scales.size(); ++axis)
        if (changes_axis(r, axis)) axes.push_back(axis);
    std::stable_sort(axes.begin(), axes.end(),
                     [&](std::size_t a, std::size_t b) { return r.scales[a] < r.scales[b]; });
    return axes;
}

/// What lies outside of the region must be an element of the tensor.
void check_outside(const lowering& l, const node& n, const resizing& r) {
    const tigris::dtype type = l.at(n.inputs[0]).type;
    if (type == tigris::dtype::f32) return;
    const bool is_small_integer =
        r.outside == std::trunc(r.outside) && r.outside >= 0 && r.outside <= 127;
    if (!is_small_integer)
        fail_unsupported(n, "its extrapolation_value is no number that all integer types have",
                         "use one from 0 to 127");
}

/// Lowers a Resize to steps for one axis after the other.
void lower_by_axes(lowering& l, const node& n, const resizing& r) {
    const value_id x = n.inputs[0], y = n.outputs[0];
    check_outside(l, n, r);
    if (!l.is_constant(x)) l.restore_columns(x);
    const axis_order order = l.place(x).order, places = places_of(order);
    int tensor = l.operand(x, order);
    extents dims = l.dims(x);
    const std::vector<std::size_t> axes = changing_axes(r);
    for (const std::size_t axis : axes) {
        const axis_table table = table_of(r, axis, dims[axis]);
        dims[axis] = r.output[axis];
        const int first = l.constant(l.at(y).name + "_first",
                                     *tensor_of(tigris::dtype::i32, {r.output[axis]}, table.first));
        const int weights =
            l.constant(l.at(y).name + "_weights",
                       *tensor_of(tigris::dtype::f32, {r.output[axis], table.taps}, table.weights));
        const int output = l.make_tensor(y, memory_dims(dims, order), order);
        if (axis != axes.back()) l.result.tensor_names.back() += fmt::format("_axis{}", axis);
        const tigris::ops::interpolate op{.axis = static_cast<std::int8_t>(places[axis]),
                                          .outside = r.outside};
        l.add_step(n, op, {tensor, first, weights}, output);
        tensor = output;
    }
    l.set_place(y, {tensor, order, {}, {}, {}});
}

void lower_resize(lowering& l, const node& n) {
    const extents& dims = l.dims(n.inputs[0]);
    const resizing r = resizing_of(l.source, n);
    refuse_shift_of_all_axes(n, r);
    check_extents(n, dims, r);
    if (!resizes_by_rows(r) || l.is_constant(n.inputs[0])) return lower_by_axes(l, n, r);
    if (dims.size() == 2) return lower_matrix(l, n, r);
    const axis_order order = *resizing_order(r, l.place(n.inputs[0]).order);
    const resize op = operator_of(r, dims, order[1], order.size() == 4 ? order[2] : -1);
    const int input = l.operand(n.inputs[0], order);
    l.add_step(n, op, {input}, l.make_result(n.outputs[0], order));
}

}  // namespace

namespace operators {

operator_entries resize_operators() {
    return {
        {.type = "Resize",
         .versions = {{.since = {10}, .inputs = {2, 2}, .attributes = {text("mode")}},
                      {.since = {11, 13},
                       .inputs = {1, 4},
                       .attributes = {text("coordinate_transformation_mode"), real("cubic_coeff_a"),
                                      flag("exclude_outside"), real("extrapolation_value"),
                                      text("mode"), text("nearest_mode")}},
                      {.since = {18, 19},
                       .inputs = {1, 4},
                       .attributes = {flag("antialias"), integers("axes"),
                                      text("coordinate_transformation_mode"), real("cubic_coeff_a"),
                                      flag("exclude_outside"), real("extrapolation_value"),
                                      text("keep_aspect_ratio_policy"), text("mode"),
                                      text("nearest_mode")}}},
         .shape = shape_resize,
         .lower = lower_resize,
         .traits = {.resizes = true},
         .order = order_of_resize},
        {.type = "Upsample",
         .versions = {{.since = {7}, .attributes = {text("mode"), required(reals("scales"))}},
                      {.since = {9, 10}, .inputs = {2, 2}, .attributes = {text("mode")}}},
         .shape = shape_resize,
         .lower = lower_resize,
         .traits = {.resizes = true},
         .order = order_of_resize},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
