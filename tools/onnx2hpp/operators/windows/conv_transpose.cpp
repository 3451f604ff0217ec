// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/lower/lowering.hpp>
#include <onnx2hpp/lower/nhwc_weights.hpp>
#include <onnx2hpp/lower/requantization.hpp>
#include <onnx2hpp/lower/space.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/onnx/shape_context.hpp>
#include <onnx2hpp/onnx/transposed_window.hpp>
#include <onnx2hpp/onnx/window.hpp>
#include <onnx2hpp/operators/windows/convolution.hpp>
#include <onnx2hpp/operators/windows/spatial.hpp>

#include <fmt/format.h>

namespace onnx2hpp {
namespace {

using tigris::dtype;

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

extents negative(extents numbers) {
    for (std::int64_t& number : numbers) number = -number;
    return numbers;
}

tigris::ops::conv_nd transposed(const node& n, const window& w) {
    return {.dilations = space_numbers_of(n, negative(w.dilations), 1),
            .upsampling = space_numbers_of(n, w.strides, 1),
            .pads = space_numbers_of(n, negative(w.pads_begin), 0),
            .groups = groups_of(n),
            .clamp = n.clamp};
}

/// Weights that are computed: nhwc_transposed_weights by a transpose of them in memory.
int transpose_weights(lowering& l, const node& n) {
    const value_id w = n.inputs[1];
    const extents& dims = l.dims(w);
    const extents grouped = with_groups(dims, groups_of(n));
    const axis_order order = nhwc_order(dims.size());
    tigris::ops::transpose op;
    for (int k = 0; k < static_cast<int>(order.size()); ++k)
        op.axes[k] = static_cast<std::int8_t>(order[static_cast<std::size_t>(k)]);
    const int from = l.view(w, l.operand(w, onnx_order(dims.size())), grouped);
    const int to = l.make_tensor(w, memory_dims(grouped, order), {});
    l.add_step(n, op, {from}, to);
    return l.view(w, to, nhwc_dims(dims, groups_of(n)));
}

bool has_constant_weights(const lowering& l, const node& n) {
    return l.is_constant(n.inputs[1]) && (!has_input(n, 2) || l.is_constant(n.inputs[2]));
}

/// Images as rows: a signal's weights get columns of width 1.
tigris::ops::conv_transpose by_rows(const node& n, const window& w) {
    const bool is_signal = w.kernel.size() == 1;
    const auto number = [&](const extents& numbers, std::size_t axis, int missing) {
        return static_cast<std::int16_t>(axis == 1 && is_signal ? missing : numbers[axis]);
    };
    tigris::ops::conv_transpose op{.groups = groups_of(n), .clamp = n.clamp};
    op.window.kernel_h = number(w.kernel, 0, 1);
    op.window.kernel_w = number(w.kernel, 1, 1);
    op.window.stride_h = number(w.strides, 0, 1);
    op.window.stride_w = number(w.strides, 1, 1);
    op.window.dilation_h = number(w.dilations, 0, 1);
    op.window.dilation_w = number(w.dilations, 1, 1);
    op.window.pad_top = number(w.pads_begin, 0, 0);
    op.window.pad_left = number(w.pads_begin, 1, 0);
    return op;
}

void lower_by_rows(lowering& l, const node& n, const window& w) {
    const value& named = l.at(n.inputs[1]);
    shared_tensor weights = nhwc_transposed_weights(*named.constant, groups_of(n));
    if (w.kernel.size() == 1)
        weights = reshaped(*weights, {weights->dims[0], weights->dims[1], 1, weights->dims[2]});
    const axis_order order = channels_last(l.dims(n.inputs[0]).size());
    std::vector<int> inputs{l.operand(n.inputs[0], order),
                            l.weights(named.name, *weights, named.quant)};
    if (is_quantized(l, n))
        for (const int t : requantization(l, n, *weights)) inputs.push_back(t);
    else
        inputs.push_back(has_input(n, 2) ? l.operand(n.inputs[2], {0}) : -1);
    l.add_step(n, by_rows(n, w), inputs, l.make_result(n.outputs[0], order));
}

void lower_conv_transpose(lowering& l, const node& n) {
    const window w = transposed_window_of(n, space_behind(l.dims(n.inputs[0])),
                                          space_behind(l.dims(n.inputs[1])));
    const bool has_rows = fits_rows(w) && has_constant_weights(l, n) &&
                          l.at(n.inputs[0]).type != tigris::dtype::i32 &&
                          !l.is_constant(n.inputs[0]);
    if (has_rows) return lower_by_rows(l, n, w);
    const value& named = l.at(n.inputs[1]);
    const int weights =
        named.constant
            ? l.constant(named.name, *nhwc_transposed_weights(*named.constant, groups_of(n)))
            : transpose_weights(l, n);
    add_conv_nd(l, n, transposed(n, w), weights);
}

}  // namespace

namespace operators {

operator_entries conv_transpose_operators() {
    return {
        {.type = "ConvTranspose",
         .versions = {{.since = {1, 11, 22},
                       .inputs = {2, 3},
                       .attributes = {text("auto_pad"), integers("dilations"), integer("group"),
                                      integers("kernel_shape"), integers("output_padding"),
                                      integers("output_shape"), integers("pads"),
                                      integers("strides")}}},
         .shape = shape_conv_transpose,
         .lower = lower_conv_transpose,
         .traits = {.order = wanted_order::channels_last, .is_layer = true, .can_clamp = true}},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
