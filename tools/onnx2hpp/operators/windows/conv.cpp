// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/common_values.hpp>
#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/lower/coded_weights.hpp>
#include <onnx2hpp/lower/lowering.hpp>
#include <onnx2hpp/lower/nhwc_weights.hpp>
#include <onnx2hpp/lower/requantization.hpp>
#include <onnx2hpp/lower/space.hpp>
#include <onnx2hpp/lower/window.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/onnx/shape_context.hpp>
#include <onnx2hpp/onnx/window.hpp>
#include <onnx2hpp/operators/windows/convolution.hpp>
#include <onnx2hpp/operators/windows/spatial.hpp>

#include <fmt/format.h>

#include <cmath>

namespace onnx2hpp {
namespace {

using tigris::dtype;

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

void shape_conv(shape_context& c) {
    check_conv_types(c);
    const value &x = c.input(0), &weights = c.input(1);
    const extents spatial = spatial_of(c, 0), kernel = kernel_of(c, spatial);
    check_channels(c, integer_attribute(c.at, "group", 1));
    const window w = window_of(c.at, spatial, kernel);
    check_kernel(c, w, kernel);
    c.set_output(x.type, with_spatial(x.dims[0], weights.dims[0], w.output));
}

value_id float_like(expansion& e, float number) { return e.number(dtype::f32, double(number)); }

/// An activation that a com.microsoft operator names, with its parameters.
value_id activated(expansion& e, value_id x) {
    const std::string name = text_attribute(e.at, "activation", "");
    const auto given = find_attribute<std::vector<float>>(e.at, "activation_params")
                           .value_or(std::vector<float>{});
    const auto parameter = [&](std::size_t i) {
        if (i >= given.size())
            fail_bad_input(e.at, fmt::format("its activation_params for {} are {} too few", name,
                                             i + 1 - given.size()));
        return given[i];
    };
    if (name.empty()) return x;
    if (name == "Relu" || name == "Tanh" || name == "Sigmoid") return e.add(name, {x});
    if (name == "LeakyRelu") return e.add(name, {x}, {{"alpha", parameter(0)}});
    if (name == "HardSigmoid")
        return e.add(name, {x}, {{"alpha", parameter(0)}, {"beta", parameter(1)}});
    if (name == "Clip")
        return e.add(name, {x, float_like(e, parameter(0)), float_like(e, parameter(1))});
    fail_unsupported(e.at, "its activation " + in_quotes(name) + " is not known",
                     "use a Conv and the activation's own node");
}

bool expand_fused_conv(expansion& e) {
    attribute_map attributes = e.at.attributes;
    attributes.erase("activation");
    attributes.erase("activation_params");
    std::vector<value_id> inputs{e.input(0), e.input(1)};
    if (e.has_input(2)) inputs.push_back(e.input(2));
    value_id y = e.add("Conv", inputs, attributes);
    if (e.has_input(3)) {
        if (e.dims(e.input(3)) != e.dims(y))
            fail_bad_input(e.at, fmt::format("input 3 of shape {} is not of the result's shape {}",
                                             to_text(e.dims(e.input(3))), to_text(e.dims(y))));
        y = e.add("Add", {y, e.input(3)});
    }
    e.give(0, activated(e, y));
    return true;
}

/// Whether a Conv has a window over rows and columns, of floats or codes, with constant weights.
bool conv_runs_by_rows(const lowering& l, const node& n) {
    const bool has_constants =
        l.is_constant(n.inputs[1]) && (!has_input(n, 2) || l.is_constant(n.inputs[2]));
    return has_constants && !l.is_constant(n.inputs[0]) && l.at(n.inputs[0]).type != dtype::i32 &&
           fits_rows(
               window_of(n, space_behind(l.dims(n.inputs[0])), space_behind(l.dims(n.inputs[1]))));
}

/// The float bias, or -1.
int bias_of(lowering& l, const node& n) {
    if (!has_input(n, 2)) return -1;
    return l.operand(n.inputs[2], {0});
}

any_op operator_of(const lowering& l, const node& n, const tensor_data& weights) {
    const extents kernel(weights.dims.begin() + 2, weights.dims.end());
    const tigris::ops::window window = canonical_window(l, n, kernel);
    if (is_own(n, "DepthwiseConv"))
        return tigris::ops::depthwise_conv{.window = window, .clamp = n.clamp};
    const auto groups = static_cast<std::int32_t>(integer_attribute(n, "group", 1));
    return tigris::ops::conv{.window = window, .groups = groups, .clamp = n.clamp};
}

tigris::ops::conv_nd forward(const node& n, const window& w) {
    return {.strides = space_numbers_of(n, w.strides, 1),
            .dilations = space_numbers_of(n, w.dilations, 1),
            .pads = space_numbers_of(n, w.pads_begin, 0),
            .groups = groups_of(n),
            .clamp = n.clamp};
}

void lower_conv_nd(lowering& l, const node& n) {
    const window w =
        window_of(n, space_behind(l.dims(n.inputs[0])), space_behind(l.dims(n.inputs[1])));
    const axis_order order = channels_last(l.dims(n.inputs[1]).size());
    add_conv_nd(l, n, forward(n, w), l.operand(n.inputs[1], order));
}

void lower_conv(lowering& l, const node& n) {
    if (!conv_runs_by_rows(l, n)) return lower_conv_nd(l, n);
    const auto coded = coded_weights_of(l, n);
    const tensor_data& weights = coded ? coded->codes : *l.at(n.inputs[1]).constant;
    const value& named = l.at(n.inputs[1]);
    const any_op op = operator_of(l, n, weights);
    const axis_order order = channels_last(l.dims(n.inputs[0]).size());
    std::vector<int> inputs{l.operand(n.inputs[0], order)};
    const shared_tensor arranged =
        is_own(n, "DepthwiseConv") ? nhwc_depthwise_weights(weights) : nhwc_weights(weights);
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

}  // namespace

namespace operators {

operator_entries conv_operators() {
    return {
        {.type = "Conv",
         .versions = {{.since = {1, 11, 22},
                       .inputs = {2, 3},
                       .attributes = {text("auto_pad"), integers("dilations"), integer("group"),
                                      integers("kernel_shape"), integers("pads"),
                                      integers("strides")}}},
         .shape = shape_conv,
         .lower = lower_conv,
         .traits = {.order = wanted_order::channels_last, .is_layer = true, .can_clamp = true}},
        {.type = "tigris.DepthwiseConv",
         .lower = lower_conv,
         .traits = {.order = wanted_order::channels_last}},
        {.type = "com.microsoft.FusedConv",
         .versions = {{.since = {1},
                       .inputs = {2, 4},
                       .attributes = {text("activation"), reals("activation_params"),
                                      text("auto_pad"), integers("dilations"), integer("group"),
                                      integers("kernel_shape"), integers("pads"),
                                      integers("strides")}}},
         .expand = expand_fused_conv},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
