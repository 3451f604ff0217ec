// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/lower/rules.hpp>
#include <onnx2hpp/lower/space.hpp>
#include <onnx2hpp/lower/window.hpp>

namespace onnx2hpp {
namespace {

using tigris::ops::pool_function;

bool has_pads(const tigris::ops::window& w) {
    return w.pad_top != 0 || w.pad_left != 0 || w.pad_bottom != 0 || w.pad_right != 0;
}

/// Whether the pool was a ReduceMean.
bool is_mean(const node& n) { return integer_attribute(n, "mean", 0) != 0; }

/// Whether one window covers exactly the image.
bool covers_image(const tigris::ops::window& w, const extents& spatial) {
    const bool is_dense = w.dilation_h == 1 && w.dilation_w == 1 && !has_pads(w);
    return is_dense && w.kernel_h == spatial[0] &&
           w.kernel_w == (spatial.size() > 1 ? spatial[1] : 1);
}

/// Whether it is a window over rows and columns that counts all of its padding or none.
bool pool_runs_by_rows(const lowering& l, const node& n) {
    const extents space = space_behind(l.dims(n.inputs[0]));
    if (l.is_constant(n.inputs[0]) || !fits_rows(window_of(n, space))) return false;
    return integer_attribute(n, "count_include_pad", 0) == 0 || !reaches_beyond_padding(l, n);
}

void add(lowering& l, const node& n, const any_op& op) {
    const axis_order order = channels_last(l.dims(n.inputs[0]).size());
    const int input = l.operand(n.inputs[0], order);
    l.add_step(n, op, {input}, l.make_result(n.outputs[0], order));
}

/// Of volumes, whose planes are seen as rows.
void add_to_volume(lowering& l, const node& n, const any_op& op) {
    const value_id x = n.inputs[0], y = n.outputs[0];
    const extents& dims = l.dims(x);
    const axis_order order = channels_last(dims.size());
    const std::int64_t rest = element_count(dims) / (dims[0] * dims[1] * dims[2]);
    const int input = l.view(x, l.operand(x, order), {dims[0], dims[2], rest, dims[1]});
    const int output = l.make_tensor(y, {dims[0], 1, 1, dims[1]}, {});
    l.set_place(y, {output, order, {}, {}, {}});
    l.add_step(n, op, {input}, output);
}

}  // namespace

void lower_global_average_pool(lowering& l, const node& n) {
    const tigris::ops::global_average_pool op{.mean = is_mean(n), .clamp = n.clamp};
    if (l.dims(n.inputs[0]).size() > 4) return add_to_volume(l, n, op);
    spatial_extents(l, n);
    add(l, n, op);
}

void lower_pool(lowering& l, const node& n) {
    if (!pool_runs_by_rows(l, n)) return lower_pool_nd(l, n);
    tigris::ops::pool op{.window = canonical_window(l, n, {}), .clamp = n.clamp};
    op.function = n.op_type == "MaxPool" ? pool_function::max
                  : is_mean(n)           ? pool_function::mean
                                         : pool_function::average;
    const bool is_average = op.function != pool_function::max;
    op.count_include_pad =
        is_average && has_pads(op.window) && integer_attribute(n, "count_include_pad", 0);
    if (is_average && covers_image(op.window, spatial_extents(l, n)))
        return lower_global_average_pool(l, n);
    add(l, n, op);
}

}  // namespace onnx2hpp
