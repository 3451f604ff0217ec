// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/load/shape_rules.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/onnx/resize.hpp>
#include <onnx2hpp/onnx/transposed_window.hpp>
#include <onnx2hpp/onnx/window.hpp>

#include <fmt/format.h>

namespace onnx2hpp {
namespace {

using tigris::dtype;

/// The extents behind batch and channels.
extents spatial_of(const shape_context& c, std::size_t i) {
    const extents& dims = c.input(i).dims;
    if (dims.size() < 3)
        fail_bad_input(c.at, fmt::format("{} has shape {}, but must have batch, channels and space",
                                         c.label_of_input(i), to_text(dims)));
    return {dims.begin() + 2, dims.end()};
}

extents with_spatial(std::int64_t batch, std::int64_t channels, const extents& spatial) {
    extents dims{batch, channels};
    dims.insert(dims.end(), spatial.begin(), spatial.end());
    return dims;
}

/// Weights are [M, C / group, k...]; the input has C channels, the bias M.
void check_channels(const shape_context& c, std::int64_t group) {
    const extents &x = c.input(0).dims, &w = c.input(1).dims;
    if (group < 1 || group > x[1] || x[1] % group != 0 || w[1] != x[1] / group)
        fail_bad_input(
            c.at, fmt::format("{} input channels in {} groups do not fit weights of shape {}", x[1],
                              group, to_text(w)));
    if (w[0] % group != 0)
        fail_bad_input(c.at,
                       fmt::format("{} output channels are no multiple of {} groups", w[0], group));
    if (c.has_input(2) && c.input(2).dims != extents{w[0]})
        fail_bad_input(c.at, fmt::format("{} has shape {}, but there are {} output channels",
                                         c.label_of_input(2), to_text(c.input(2).dims), w[0]));
}

void check_conv_types(const shape_context& c) {
    for (std::size_t i = 1; i < c.at.inputs.size(); ++i)
        if (c.has_input(i)) c.require_same_type(0, i);
    if (c.input(0).type != dtype::i32) c.require_real(0);
}

/// Weights of a transposed convolution are [C, M / group, k...].
void check_transposed_channels(const shape_context& c, std::int64_t group) {
    const extents &x = c.input(0).dims, &w = c.input(1).dims;
    if (group < 1 || w[0] != x[1] || x[1] % group != 0)
        fail_bad_input(
            c.at, fmt::format("{} input channels in {} groups do not fit weights of shape {}", x[1],
                              group, to_text(w)));
    if (c.has_input(2) && c.input(2).dims != extents{w[1] * group})
        fail_bad_input(c.at,
                       fmt::format("{} has shape {}, but there are {} output channels",
                                   c.label_of_input(2), to_text(c.input(2).dims), w[1] * group));
}

/// The spatial extents of input and weights, of one rank.
extents kernel_of(const shape_context& c, const extents& spatial) {
    const extents kernel = spatial_of(c, 1);
    if (kernel.size() != spatial.size())
        fail_bad_input(c.at, fmt::format("weights of shape {} do not fit an input of shape {}",
                                         to_text(c.input(1).dims), to_text(c.input(0).dims)));
    return kernel;
}

void check_kernel(const shape_context& c, const window& w, const extents& kernel) {
    if (w.kernel != kernel)
        fail_bad_input(c.at, fmt::format("kernel_shape {} contradicts weights of shape {}",
                                         to_text(w.kernel), to_text(c.input(1).dims)));
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

}  // namespace

void shape_conv(shape_context& c) {
    check_conv_types(c);
    const value &x = c.input(0), &weights = c.input(1);
    const extents spatial = spatial_of(c, 0), kernel = kernel_of(c, spatial);
    check_channels(c, integer_attribute(c.at, "group", 1));
    const window w = window_of(c.at, spatial, kernel);
    check_kernel(c, w, kernel);
    c.set_output(x.type, with_spatial(x.dims[0], weights.dims[0], w.output));
}

void shape_conv_transpose(shape_context& c) {
    check_conv_types(c);
    const value &x = c.input(0), &weights = c.input(1);
    const extents spatial = spatial_of(c, 0), kernel = kernel_of(c, spatial);
    const std::int64_t group = integer_attribute(c.at, "group", 1);
    check_transposed_channels(c, group);
    const window w = transposed_window_of(c.at, spatial, kernel);
    check_kernel(c, w, kernel);
    c.set_output(x.type, with_spatial(x.dims[0], weights.dims[1] * group, w.output));
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

void shape_max_unpool(shape_context& c) {
    const value &x = c.input(0), &places = c.input(1);
    if (places.type != dtype::i64 || places.dims != x.dims)
        fail_bad_input(c.at, fmt::format("{} must be int64 of shape {}", c.label_of_input(1),
                                         to_text(x.dims)));
    const extents inferred = unpooled_extents(c.at, x.dims);
    const extents dims = c.has_input(2) ? c.constant_integers(2) : inferred;
    if (dims.size() != x.dims.size() || !count_elements(inferred))
        fail_bad_input(c.at, fmt::format("its output of shape {} is impossible", to_text(dims)));
    c.set_output(x.type, dims);
}

void shape_resize(shape_context& c) {
    const dtype type = c.input(0).type;
    if (!resizes_by_copying(c.at)) c.require_real(0);
    c.set_output(type, resizing_of(c.source(), c.at).output);
}

}  // namespace onnx2hpp
