// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/lower/lowering.hpp>
#include <onnx2hpp/lower/nhwc_weights.hpp>
#include <onnx2hpp/lower/window.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/onnx/shape_context.hpp>
#include <onnx2hpp/onnx/window.hpp>
#include <onnx2hpp/operators/matrix/lower_gemm.hpp>
#include <onnx2hpp/operators/windows/spatial.hpp>

namespace onnx2hpp {
namespace {

using tigris::dtype;

void shape_integer_matmul(shape_context& c) {
    extents dims = c.input(0).dims;
    dims.back() = c.input(1).dims[1];
    c.set_output(dtype::i32, dims);
}

/// Codes times a constant matrix, as sums.
void lower_integer_matmul(lowering& l, const node& n) {
    const value& named = l.at(n.inputs[1]);
    shared_tensor weights = permuted(*named.constant, {1, 0});
    const int data = rows_of_factor(l, n, weights);
    const axis_order order = onnx_order(l.dims(n.outputs[0]).size());
    const int matrix = l.constant(named.name, *weights);
    l.add_step(n, tigris::ops::gemm{}, {data, matrix}, l.make_result(n.outputs[0], order));
}

void shape_integer_conv(shape_context& c) {
    const extents& kernels = c.input(1).dims;
    const window w = window_of(c.at, spatial_of(c, 0), {kernels.begin() + 2, kernels.end()});
    c.set_output(dtype::i32, with_spatial(c.input(0).dims[0], kernels[0], w.output));
}

bool is_depthwise(const lowering& l, const node& n, std::int64_t group) {
    return group > 1 && group == l.dims(n.inputs[0])[1];
}

/// Windows of codes times constant weights, as sums.
void lower_integer_conv(lowering& l, const node& n) {
    const value& named = l.at(n.inputs[1]);
    const tensor_data& weights = *named.constant;
    const std::int64_t group = integer_attribute(n, "group", 1);
    const auto window = canonical_window(l, n, {weights.dims.begin() + 2, weights.dims.end()});
    const bool depthwise = is_depthwise(l, n, group);
    const any_op op = depthwise
                          ? any_op{tigris::ops::depthwise_conv{.window = window}}
                          : any_op{tigris::ops::conv{.window = window,
                                                     .groups = static_cast<std::int32_t>(group)}};
    const axis_order order = channels_last(l.dims(n.inputs[0]).size());
    const int data = l.operand(n.inputs[0], order);
    const int kernels = l.constant(
        named.name, depthwise ? *nhwc_depthwise_weights(weights) : *nhwc_weights(weights));
    l.add_step(n, op, {data, kernels}, l.make_result(n.outputs[0], order));
}

/// As the sums, but for the one that adds up codes. Where scales are given it is in float.
void shape_rescale_sums(shape_context& c) {
    extents dims = c.input(0).dims;
    dims[axis_attribute(c.at, dims.size(), -1)] = c.input(2).dims[0];
    c.set_output(c.has_input(3) ? dtype::f32 : dtype::i32, dims);
}

int constant_or_absent(lowering& l, const node& n, std::size_t slot) {
    return has_input(n, slot) ? l.operand(n.inputs[slot], {0}) : -1;
}

void lower_rescale_sums(lowering& l, const node& n) {
    const value_id sums = n.inputs[0];
    l.restore_columns(sums);
    const auto axis = static_cast<int>(axis_attribute(n, l.dims(sums).size(), -1));
    const axis_order order = with_innermost(l.place(sums).order, axis);
    std::vector<int> inputs{l.operand(sums, order)};
    for (std::size_t slot = 1; slot < 5; ++slot) inputs.push_back(constant_or_absent(l, n, slot));
    const tigris::ops::rescale_sums op{
        .base = static_cast<std::int32_t>(integer_attribute(n, "base", 0)),
        .factor = static_cast<std::int32_t>(integer_attribute(n, "factor", 0)),
        .adds_totals = !l.is_constant(n.inputs[2]),
        .clamp = n.clamp};
    l.add_step(n, op, inputs, l.make_result(n.outputs[0], order));
}

void shape_sum_addends(shape_context& c) { c.set_output(dtype::i32, c.input(1).dims); }

void lower_sum_addends(lowering& l, const node& n) {
    std::vector<int> inputs;
    for (const value_id v : n.inputs) inputs.push_back(l.operand(v, {0}));
    const auto base = static_cast<std::int32_t>(integer_attribute(n, "base", 0));
    l.add_step(n, tigris::ops::sum_addends{.base = base}, inputs, l.make_result(n.outputs[0], {0}));
}

}  // namespace

namespace operators {

operator_entries integer_layers_operators() {
    return {
        {.type = "tigris.IntegerMatMul",
         .shape = shape_integer_matmul,
         .lower = lower_integer_matmul,
         .traits = {.order = wanted_order::onnx}},
        {.type = "tigris.IntegerConv",
         .shape = shape_integer_conv,
         .lower = lower_integer_conv,
         .traits = {.order = wanted_order::channels_last}},
        {.type = "tigris.RescaleSums",
         .shape = shape_rescale_sums,
         .lower = lower_rescale_sums,
         .traits = {.order = wanted_order::as_result, .can_clamp = true}},
        {.type = "tigris.SumAddends", .shape = shape_sum_addends, .lower = lower_sum_addends},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
