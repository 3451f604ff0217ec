// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/lower/coded_weights.hpp>
#include <onnx2hpp/lower/requantization.hpp>
#include <onnx2hpp/lower/rules.hpp>
#include <onnx2hpp/lower/space.hpp>
#include <onnx2hpp/lower/window.hpp>
#include <onnx2hpp/passes/batch_norm.hpp>

namespace onnx2hpp {
namespace {

using tigris::dtype;

/// Whether it is a window over rows and columns, of floats or codes, with constant weights.
bool conv_runs_by_rows(const lowering& l, const node& n) {
    const bool has_constants =
        l.is_constant(n.inputs[1]) && (!has_input(n, 2) || l.is_constant(n.inputs[2]));
    return has_constants && !l.is_constant(n.inputs[0]) && l.at(n.inputs[0]).type != dtype::i32 &&
           fits_rows(
               window_of(n, space_behind(l.dims(n.inputs[0])), space_behind(l.dims(n.inputs[1]))));
}

/// Conv's [outputs, channels / groups, kernel...] as [outputs, kernel_h, kernel_w, channels /
/// groups].
shared_tensor conv_weights(const tensor_data& w) {
    if (w.dims.size() == 4) return permuted(w, {0, 2, 3, 1});
    return reshaped(*permuted(w, {0, 2, 1}), {w.dims[0], w.dims[2], 1, w.dims[1]});
}

/// Conv's [outputs, 1, kernel...] as [kernel_h, kernel_w, outputs].
shared_tensor depthwise_weights(const tensor_data& w) {
    const extents dims{w.dims[2], w.dims.size() == 4 ? w.dims[3] : 1, w.dims[0]};
    return reshaped(
        *permuted(w, w.dims.size() == 4 ? std::vector<int>{2, 3, 0, 1} : std::vector<int>{2, 0, 1}),
        dims);
}

/// The float bias, or -1.
int bias_of(lowering& l, const node& n) {
    if (!has_input(n, 2)) return -1;
    return l.operand(n.inputs[2], {0});
}

any_op operator_of(const lowering& l, const node& n, const tensor_data& weights) {
    const extents kernel(weights.dims.begin() + 2, weights.dims.end());
    const tigris::ops::window window = canonical_window(l, n, kernel);
    if (n.op_type == "DepthwiseConv")
        return tigris::ops::depthwise_conv{.window = window, .clamp = n.clamp};
    const auto groups = static_cast<std::int32_t>(integer_attribute(n, "group", 1));
    return tigris::ops::conv{.window = window, .groups = groups, .clamp = n.clamp};
}

}  // namespace

void lower_conv(lowering& l, const node& n) {
    if (!conv_runs_by_rows(l, n)) return lower_conv_nd(l, n);
    const auto coded = coded_weights_of(l, n);
    const tensor_data& weights = coded ? coded->codes : *l.at(n.inputs[1]).constant;
    const value& named = l.at(n.inputs[1]);
    const any_op op = operator_of(l, n, weights);
    const axis_order order = channels_last(l.dims(n.inputs[0]).size());
    std::vector<int> inputs{l.operand(n.inputs[0], order)};
    const shared_tensor arranged =
        n.op_type == "DepthwiseConv" ? depthwise_weights(weights) : conv_weights(weights);
    inputs.push_back(coded ? coded_constant(l, n, *coded, *arranged)
                           : l.weights(named.name, *arranged, named.quant));
    if (is_quantized(l, n))
        for (const int t : requantization(l, n, weights)) inputs.push_back(t);
    else
        inputs.push_back(bias_of(l, n));
    if (coded)
        for (const int t : scale_constants(l, n, *coded, 1)) inputs.push_back(t);
    l.add_step(n, op, inputs, l.make_result(n.outputs[0], order));
}

void lower_batch_normalization(lowering& l, const node& n) {
    const auto line = batch_norm_line(l.source, n);
    const extents& dims = l.dims(n.inputs[0]);
    if (!line)
        fail_unsupported(n, "its parameters are computed at run time",
                         "export the model for inference");
    const bool is_image = dims.size() == 3 || dims.size() == 4;
    const axis_order order = channels_last(dims.size());
    extents memory = memory_dims(dims, order);
    if (!is_image) memory = {1, element_count(dims) / dims[1], dims[1]};  // rows of one image
    const int there = l.operand(n.inputs[0], order);
    const int input = is_image ? there : l.view(n.inputs[0], there, memory);
    const auto channels = static_cast<std::int64_t>(line->scale.size());
    const int scale =
        l.constant(l.at(n.inputs[1]).name, *make_tensor(dtype::f32, {1, 1, channels}, line->scale));
    const int offset =
        l.constant(l.at(n.inputs[2]).name, *make_tensor(dtype::f32, {channels}, line->offset));
    const int output = l.make_tensor(n.outputs[0], memory, is_image ? order : axis_order{});
    l.set_place(n.outputs[0], {output, order, {}, {}, {}});
    l.add_step(n, tigris::ops::depthwise_conv{.clamp = n.clamp}, {input, scale, offset}, output);
}

}  // namespace onnx2hpp
