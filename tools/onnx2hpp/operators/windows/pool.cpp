// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/lower/lowering.hpp>
#include <onnx2hpp/lower/space.hpp>
#include <onnx2hpp/lower/window.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/onnx/shape_context.hpp>
#include <onnx2hpp/onnx/window.hpp>
#include <onnx2hpp/operators/windows/pool_nd.hpp>
#include <onnx2hpp/operators/windows/spatial.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace onnx2hpp {
namespace {

using tigris::dtype;
using tigris::ops::pool_function;

/// Batch, channels, and at least one axis of space with elements.
void require_space(const node& n, const extents& dims) {
    if (dims.size() < 3 || std::find(dims.begin() + 2, dims.end(), 0) != dims.end())
        fail_bad_input(
            n, fmt::format("its input has shape {}, but must have batch, channels and space",
                           to_text(dims)));
}

void shape_global_average_pool(shape_context& c) {
    c.require_real(0);
    extents dims = c.input(0).dims;
    require_space(c.at, dims);
    std::fill(dims.begin() + 2, dims.end(), 1);
    c.set_output(c.input(0).type, dims);
}

/// A window that reads nothing but padding has no largest element and no mean.
void check_padding(const shape_context& c, const window& w) {
    for (std::size_t axis = 0; axis < w.kernel.size(); ++axis) {
        const std::int64_t span = (w.kernel[axis] - 1) * w.dilations[axis] + 1;
        if (w.pads_begin[axis] >= span || w.pads_end[axis] >= span)
            fail_unsupported(c.at, "a window lies wholly in the padding",
                             "make pads smaller than the kernel");
    }
}

void shape_pool(shape_context& c) {
    const value& x = c.input(0);
    const window w = window_of(c.at, spatial_of(c, 0));
    check_padding(c, w);
    c.set_output(x.type, with_spatial(x.dims[0], x.dims[1], w.output));
}

void shape_max_pool(shape_context& c) {
    const dtype type = c.input(0).type;
    if (!tigris::is_quantizable(type)) c.require_real(0);
    shape_pool(c);
}

void shape_average_pool(shape_context& c) {
    c.require_real(0);
    shape_pool(c);
}

/// Internal: the second output of a MaxPool.
void shape_max_pool_indices(shape_context& c) {
    const value& x = c.input(0);
    if (!tigris::is_quantizable(x.type)) c.require_real(0);
    const window w = window_of(c.at, spatial_of(c, 0));
    check_padding(c, w);
    c.set_output(dtype::i64, with_spatial(x.dims[0], x.dims[1], w.output));
}

void shape_lp_pool(shape_context& c) {
    const value& x = c.input(0);
    c.require_real(0);
    if (integer_attribute(c.at, "p", 2) < 1) fail_bad_input(c.at, "p must be 1 or more");
    const window w = window_of(c.at, spatial_of(c, 0));
    c.set_output(x.type, with_spatial(x.dims[0], x.dims[1], w.output));
}

/// All axes after batch and channels.
extents spatial_axes(const expansion& e) {
    require_space(e.at, e.dims(e.input(0)));
    extents axes(e.dims(e.input(0)).size() - 2);
    std::iota(axes.begin(), axes.end(), 2);
    return axes;
}

value_id reduced(expansion& e, const char* op_type, value_id x, const extents& axes) {
    return e.add(op_type, {x, e.integers(axes)});
}

/// Pools of up to two axes have a kernel of their own.
bool expand_global_average_pool(expansion& e) {
    const extents axes = spatial_axes(e);
    if (axes.size() < 3) return false;
    e.give(0, reduced(e, "ReduceMean", e.input(0), axes));
    return true;
}

bool expand_global_max_pool(expansion& e) {
    e.give(0, reduced(e, "ReduceMax", e.input(0), spatial_axes(e)));
    return true;
}

/// The p-th root of the sum of |x|^p.
bool expand_global_lp_pool(expansion& e) {
    const std::int64_t p = integer_attribute(e.at, "p", 2);
    const extents axes = spatial_axes(e);
    if (p < 1) fail_bad_input(e.at, fmt::format("its p is {}, but must be positive", p));
    if (p <= 2) {
        e.give(0, reduced(e, p == 1 ? "ReduceL1" : "ReduceL2", e.input(0), axes));
        return true;
    }
    const value_id power = e.number(dtype::f32, static_cast<double>(p));
    const value_id root = e.number(dtype::f32, 1 / static_cast<double>(p));
    const value_id powers = e.add("Pow", {e.add("Abs", {e.input(0)}), power});
    e.give(0, e.add("Pow", {reduced(e, "ReduceSum", powers, axes), root}));
    return true;
}

/// Expands MaxPool: one node for the elements, one for their places.
bool expand_max_pool(expansion& e) {
    if (e.at.outputs.size() < 2 && e.wants_output(0)) return false;
    if (e.wants_output(0)) e.give(0, e.add("MaxPool", {e.input(0)}, e.at.attributes));
    if (e.wants_output(1)) e.give(1, e.add("tigris.MaxPoolIndices", {e.input(0)}, e.at.attributes));
    return true;
}

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

/// Whether an average counts padding. Without any, what a window reaches beyond the image, where
/// their number is rounded up, is not counted.
bool counts_padding(const lowering& l, const node& n) {
    const window w = window_of(n, space_behind(l.dims(n.inputs[0])));
    const auto is_padded = [](std::int64_t rows) { return rows != 0; };
    return integer_attribute(n, "count_include_pad", 0) != 0 &&
           (std::any_of(w.pads_begin.begin(), w.pads_begin.end(), is_padded) ||
            std::any_of(w.pads_end.begin(), w.pads_end.end(), is_padded));
}

/// Whether a pool has a window over rows and columns that counts all of its padding or none.
bool pool_runs_by_rows(const lowering& l, const node& n) {
    const extents space = space_behind(l.dims(n.inputs[0]));
    if (l.is_constant(n.inputs[0]) || !fits_rows(window_of(n, space))) return false;
    return !counts_padding(l, n) || !reaches_beyond_padding(l, n);
}

void add_pool(lowering& l, const node& n, const any_op& op) {
    const axis_order order = channels_last(l.dims(n.inputs[0]).size());
    const int input = l.operand(n.inputs[0], order);
    l.add_step(n, op, {input}, l.make_result(n.outputs[0], order));
}

/// Adds a global pool of volumes, whose planes are seen as rows.
void add_pool_of_volume(lowering& l, const node& n, const any_op& op) {
    const value_id x = n.inputs[0], y = n.outputs[0];
    const extents& dims = l.dims(x);
    const axis_order order = channels_last(dims.size());
    const std::int64_t rest = element_count(dims) / (dims[0] * dims[1] * dims[2]);
    const int input = l.view(x, l.operand(x, order), {dims[0], dims[2], rest, dims[1]});
    const int output = l.make_tensor(y, {dims[0], 1, 1, dims[1]}, {});
    l.set_place(y, {output, order, {}, {}, {}});
    l.add_step(n, op, {input}, output);
}

void lower_global_average_pool(lowering& l, const node& n) {
    const tigris::ops::global_average_pool op{.mean = is_mean(n), .clamp = n.clamp};
    if (l.dims(n.inputs[0]).size() > 4) return add_pool_of_volume(l, n, op);
    spatial_extents(l, n);
    add_pool(l, n, op);
}

void lower_pool(lowering& l, const node& n) {
    if (!pool_runs_by_rows(l, n)) return lower_pool_nd(l, n);
    tigris::ops::pool op{.window = canonical_window(l, n, {}), .clamp = n.clamp};
    op.function = n.op_type == "MaxPool" ? pool_function::max
                  : is_mean(n)           ? pool_function::mean
                                         : pool_function::average;
    const bool is_average = op.function != pool_function::max;
    op.count_include_pad = is_average && has_pads(op.window) && counts_padding(l, n);
    if (is_average && covers_image(op.window, spatial_extents(l, n)))
        return lower_global_average_pool(l, n);
    add_pool(l, n, op);
}

}  // namespace

namespace operators {

operator_entries pool_operators() {
    return {
        {.type = "AveragePool",
         .versions = {{.since = {1},
                       .attributes = {text("auto_pad"), required(integers("kernel_shape")),
                                      integers("pads"), integers("strides")}},
                      {.since = {7},
                       .attributes = {text("auto_pad"), flag("count_include_pad"),
                                      required(integers("kernel_shape")), integers("pads"),
                                      integers("strides")}},
                      {.since = {10, 11},
                       .attributes = {text("auto_pad"), flag("ceil_mode"),
                                      flag("count_include_pad"), required(integers("kernel_shape")),
                                      integers("pads"), integers("strides")}},
                      {.since = {19, 22},
                       .attributes = {text("auto_pad"), flag("ceil_mode"),
                                      flag("count_include_pad"), integers("dilations"),
                                      required(integers("kernel_shape")), integers("pads"),
                                      integers("strides")}}},
         .shape = shape_average_pool,
         .lower = lower_pool,
         .traits = {.order = wanted_order::channels_last,
                    .averages = true,
                    .can_clamp = true,
                    .has_integer_kernel = true}},
        {.type = "GlobalAveragePool",
         .versions = {{.since = {1, 22}}},
         .shape = shape_global_average_pool,
         .expand = expand_global_average_pool,
         .lower = lower_global_average_pool,
         .traits = {.order = wanted_order::channels_last,
                    .averages = true,
                    .can_clamp = true,
                    .has_integer_kernel = true}},
        {.type = "MaxPool",
         .versions = {{.since = {1},
                       .attributes = {text("auto_pad"), required(integers("kernel_shape")),
                                      integers("pads"), integers("strides")}},
                      {.since = {8},
                       .outputs = 2,
                       .attributes = {text("auto_pad"), required(integers("kernel_shape")),
                                      integers("pads"), flag("storage_order"),
                                      integers("strides")}},
                      {.since = {10, 11, 12, 22},
                       .outputs = 2,
                       .attributes = {text("auto_pad"), flag("ceil_mode"), integers("dilations"),
                                      required(integers("kernel_shape")), integers("pads"),
                                      flag("storage_order"), integers("strides")}}},
         .shape = shape_max_pool,
         .expand = expand_max_pool,
         .lower = lower_pool,
         .traits = {.order = wanted_order::channels_last,
                    .can_clamp = true,
                    .keeps_codes = true,
                    .passes_codes = true,
                    .may_lack_first_output = true}},
        {.type = "tigris.MaxPoolIndices",
         .shape = shape_max_pool_indices,
         .lower = lower_pool_nd,
         .traits = {.order = wanted_order::channels_last}},
        {.type = "GlobalMaxPool",
         .versions = {{.since = {1, 22}}},
         .expand = expand_global_max_pool},
        {.type = "LpPool",
         .versions = {{.since = {2, 11},
                       .attributes = {text("auto_pad"), required(integers("kernel_shape")),
                                      integer("p"), integers("pads"), integers("strides")}},
                      {.since = {18, 22},
                       .attributes = {text("auto_pad"), flag("ceil_mode"), integers("dilations"),
                                      required(integers("kernel_shape")), integer("p"),
                                      integers("pads"), integers("strides")}}},
         .shape = shape_lp_pool,
         .lower = lower_pool_nd,
         .traits = {.order = wanted_order::channels_last}},
        {.type = "GlobalLpPool",
         .versions = {{.since = {2, 22}, .attributes = {integer("p")}}},
         .expand = expand_global_lp_pool},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
