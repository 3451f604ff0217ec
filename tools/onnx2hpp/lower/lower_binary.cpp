// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/lower/requantization.hpp>
#include <onnx2hpp/lower/rules.hpp>
#include <onnx2hpp/onnx/functions.hpp>

namespace onnx2hpp {
namespace {

/// Whether operand `v` rather than `best` says how the result lies: of those with all axes one that
/// is not constant, of those the larger one, and of equal ones the one that lies as the result is
/// wanted.
bool leads(const lowering& l, const node& n, value_id v, value_id best) {
    const std::size_t rank = l.dims(n.outputs[0]).size();
    const auto has_axes = [&](value_id x) { return l.dims(x).size() == rank; };
    if (has_axes(v) != has_axes(best)) return has_axes(v);
    if (l.is_constant(v) != l.is_constant(best)) return l.is_constant(best);
    const std::int64_t count = element_count(l.dims(v)), other = element_count(l.dims(best));
    if (count != other) return count > other;
    const auto wish = l.wished.of(n.outputs[0]);
    return wish && l.place(v).order == *wish && l.place(best).order != *wish;
}

/// How all operands and the result lie.
axis_order order_of_operands(const lowering& l, const node& n) {
    value_id best = n.inputs[0];
    for (const value_id v : n.inputs)
        if (leads(l, n, v, best)) best = v;
    axis_order order = l.place(best).order;
    return order.size() == l.dims(n.outputs[0]).size() ? order
                                                       : onnx_order(l.dims(n.outputs[0]).size());
}

void add(lowering& l, const node& n, const any_op& op, bool is_mirrored) {
    const axis_order order = order_of_operands(l, n);
    std::vector<int> inputs;
    for (const value_id v : n.inputs) inputs.push_back(l.operand(v, order));
    if (is_mirrored) std::swap(inputs[0], inputs[1]);
    l.add_step(n, op, inputs, l.make_result(n.outputs[0], order));
}

}  // namespace

void lower_binary(lowering& l, const node& n) {
    const binary_form form = *binary_of(l.source, n);
    const tigris::ops::binary op{.function = form.function, .clamp = n.clamp};
    for (const value_id v : n.inputs)
        if (n.op_type != "Mul" && !l.at(v).quant.scale.empty())
            require_below_saturation(l, n, l.at(v).quant.scale[0]);
    add(l, n, op, form.is_mirrored);
}

void lower_select(lowering& l, const node& n) { add(l, n, tigris::ops::select{}, false); }

}  // namespace onnx2hpp
