// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/lower/lowering.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/onnx/shape_context.hpp>
#include <onnx2hpp/operators/normalization/common_values.hpp>
#include <onnx2hpp/passes/batch_norm.hpp>

#include <fmt/format.h>

namespace onnx2hpp {
namespace {

using tigris::dtype;

/// Checks that input i has one number for each channel.
void check_channel_vector(const shape_context& c, std::size_t i, std::int64_t channels) {
    if (c.input(i).dims != extents{channels})
        fail_bad_input(c.at, fmt::format("{} has shape {}, but there are {} channels",
                                         c.label_of_input(i), to_text(c.input(i).dims), channels));
    c.require_real(i);
}

void shape_batch_normalization(shape_context& c) {
    c.require_real(0);
    const extents& dims = c.input(0).dims;
    if (dims.size() < 2)
        fail_bad_input(c.at, fmt::format("its input has shape {}, but must have batch and channels",
                                         to_text(dims)));
    for (std::size_t i = 1; i < 5; ++i) check_channel_vector(c, i, dims[1]);
    c.set_output(c.input(0).type, dims);
}

/// Constant statistics are a line for each channel, which lowering makes of them.
bool expand_batch_normalization(expansion& e) {
    const extents dims = e.dims(e.input(0));
    bool is_constant = true;
    for (std::size_t slot = 1; slot < 5; ++slot) is_constant &= e.is_constant(e.input(slot));
    if (is_constant || dims.size() < 2) return false;
    value_id parameters[5]{};
    for (std::size_t slot = 1; slot < 5; ++slot) {
        require_channels(e, slot, dims[1]);
        parameters[slot] = along(e, e.input(slot), 1, dims.size());
    }
    const float epsilon = real_attribute(e.at, "epsilon", 1e-5f);
    const value_id variance =
        e.add("Add", {parameters[4], e.number(dtype::f32, static_cast<double>(epsilon))});
    const value_id factor = e.add("Div", {parameters[1], e.add("Sqrt", {variance})});
    const value_id centered = e.add("Sub", {e.input(0), parameters[3]});
    e.give(0, scaled(e, centered, factor, parameters[2]));
    return true;
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

}  // namespace

namespace operators {

operator_entries batch_normalization_operators() {
    return {
        {.type = "BatchNormalization",
         .versions = {{.since = {6},
                       .inputs = {5, 5},
                       .outputs = 5,
                       .attributes = {real("epsilon"), flag("is_test"), real("momentum"),
                                      flag("spatial")}},
                      {.since = {7},
                       .inputs = {5, 5},
                       .outputs = 5,
                       .attributes = {real("epsilon"), real("momentum"), flag("spatial")}},
                      {.since = {9},
                       .inputs = {5, 5},
                       .outputs = 5,
                       .attributes = {real("epsilon"), real("momentum")}},
                      {.since = {14, 15},
                       .inputs = {5, 5},
                       .outputs = 3,
                       .attributes = {real("epsilon"), real("momentum"), flag("training_mode")}}},
         .shape = shape_batch_normalization,
         .expand = expand_batch_normalization,
         .lower = lower_batch_normalization,
         .traits = {.order = wanted_order::channels_last, .can_clamp = true}},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
