// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/lower/lowering.hpp>
#include <onnx2hpp/lower/requantization.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/onnx/shape_context.hpp>

#include <algorithm>

namespace onnx2hpp {
namespace {

std::optional<axis_order> softmax_order(const onnx_model& m, const node& n) {
    const std::size_t rank = value_at(m, n.inputs[0]).dims.size();
    const std::size_t axis = axis_attribute(n, rank, n.since < 13 ? 1 : -1);
    return with_innermost(onnx_order(rank), static_cast<int>(axis));
}

void shape_softmax(shape_context& c) {
    c.require_real(0);
    const extents& dims = c.input(0).dims;
    c.axis_from(integer_attribute(c.at, "axis", c.at.since < 13 ? 1 : -1), dims.size());
    c.set_output(c.input(0).type, dims);
}

/// The axes over which the sum goes: one, or before version 13 all from it on.
axis_order summed_axes(const node& n, const extents& dims) {
    const std::size_t first = axis_attribute(n, dims.size(), n.since < 13 ? 1 : -1);
    if (n.since >= 13) return {static_cast<int>(first)};
    axis_order axes;
    for (std::size_t axis = first; axis < dims.size(); ++axis)
        if (dims[axis] != 1) axes.push_back(static_cast<int>(axis));
    return axes;
}

void lower_softmax(lowering& l, const node& n) {
    const value_id x = n.inputs[0], y = n.outputs[0];
    const tigris::ops::softmax op{.logarithm = n.op_type == "LogSoftmax"};
    const axis_order axes = summed_axes(n, l.dims(x));
    require_below_saturation(l, n, 1);
    if (op.logarithm && !l.at(x).quant.scale.empty())
        require_below_saturation(l, n, l.at(x).quant.scale[0]);
    axis_order order = l.place(x).order;
    for (const int axis : l.place(x).order)
        if (std::find(axes.begin(), axes.end(), axis) != axes.end())
            order = with_innermost(order, axis);
    const int there = l.operand(x, order);
    extents memory = memory_dims(l.dims(x), order);
    if (axes.size() == 1) return l.add_step(n, op, {there}, l.make_result(y, order));
    std::int64_t length = 1;
    for (const int axis : axes) length *= l.dims(x)[static_cast<std::size_t>(axis)];
    const extents rows{element_count(memory) / length, length};
    const int input = l.view(x, there, rows);
    const int output = l.make_tensor(y, rows, {});
    l.set_place(y, {output, order, {}, {}, {}});
    l.add_step(n, op, {input}, output);
}

}  // namespace

namespace operators {

operator_entries softmax_operators() {
    return {
        {.type = "Softmax",
         .versions = {{.since = {1, 11, 13}, .attributes = {integer("axis")}}},
         .shape = shape_softmax,
         .lower = lower_softmax,
         .traits = {.has_integer_kernel = true},
         .order = softmax_order},
        {.type = "LogSoftmax",
         .versions = {{.since = {1, 11, 13}, .attributes = {integer("axis")}}},
         .shape = shape_softmax,
         .lower = lower_softmax,
         .traits = {.has_integer_kernel = true},
         .order = softmax_order},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
