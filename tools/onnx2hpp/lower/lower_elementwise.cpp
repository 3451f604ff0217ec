// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/lower/rules.hpp>
#include <onnx2hpp/onnx/functions.hpp>
#include <onnx2hpp/onnx/padding.hpp>
#include <onnx2hpp/passes/integer_weights.hpp>
#include <onnx2hpp/passes/rewrite.hpp>

namespace onnx2hpp {
namespace {

using tigris::dtype;

tigris::ops::clamp clamp_of(const lowering& l, const node& n) {
    if (n.op_type != "Relu" && n.op_type != "Clip") return n.clamp;
    const auto activation = activation_of(l.source, n);
    if (!activation)
        fail_unsupported(n, "its bounds are computed at run time", "make them initializers");
    return compose(*activation, n.clamp);
}

/// Integers are nothing without a scale.
void check_scale(const lowering& l, const node& n, value_id v) {
    if (is_quantizable(l.at(v).type) && l.at(v).quant.scale.empty() &&
        !is_one_of(n, {"Cast", "Identity"}))
        fail_unsupported(n, "its integers have no scale", "quantize the model with QuantizeLinear");
}

tigris::ops::pad_mode mode_of(const node& n) {
    using enum tigris::ops::pad_mode;
    const std::string mode = text_attribute(n, "mode", "constant");
    if (mode == "reflect") return reflect;
    if (mode == "edge") return edge;
    return mode == "wrap" ? wrap : constant;
}

/// Sets the border: a real number for floats and codes, an integer for plain integers.
void set_border(const lowering& l, const node& n, tigris::ops::pad& op) {
    const value& x = l.at(n.inputs[0]);
    const tensor_data* given = has_input(n, 2) ? l.at(n.inputs[2]).constant.get() : nullptr;
    if (given && given->type == dtype::f32)
        op.value = elements_of<float>(*given)[0];
    else if (x.type == dtype::f32)
        op.value = real_attribute(n, "value", 0);
    else if (x.quant.scale.empty())
        op.number = given ? integers_of(*given)[0] : 0;
    else
        op.value = x.quant.scale[0] *
                   static_cast<float>((given ? integers_of(*given)[0] : 0) - x.quant.zero_point[0]);
}

}  // namespace

void lower_convert(lowering& l, const node& n) {
    const value_id from = n.inputs[0], to = n.outputs[0];
    check_scale(l, n, from);
    check_scale(l, n, to);
    const tigris::ops::convert op{.clamp = clamp_of(l, n)};
    placement p = l.place(from);
    if (p.columns.empty()) {
        const int input = l.operand(from, p.order);
        return l.add_step(n, op, {input}, l.make_result(to, p.order));
    }
    const extents memory = memory_dims(p.merged_dims, p.merged_order);
    const int input = l.view(from, p.tensor, memory);
    p.tensor = l.make_tensor(to, memory, p.merged_order);
    l.set_place(to, p);
    l.add_step(n, op, {input}, p.tensor);
}

void lower_unary(lowering& l, const node& n) {
    const axis_order order = l.place(n.inputs[0]).order;
    const int input = l.operand(n.inputs[0], order);
    l.add_step(n, *unary_of(l.source, n), {input}, l.make_result(n.outputs[0], order));
}

void lower_pad(lowering& l, const node& n) {
    const extents pads = padding_of(l.source, n);
    l.restore_columns(n.inputs[0]);
    const axis_order order = l.place(n.inputs[0]).order;
    tigris::ops::pad op{.mode = mode_of(n)};
    if (op.mode == tigris::ops::pad_mode::constant) set_border(l, n, op);
    for (std::size_t place = 0; place < order.size(); ++place) {
        const auto axis = static_cast<std::size_t>(order[place]);
        op.before[static_cast<int>(place)] = static_cast<std::int32_t>(pads[axis]);
        op.after[static_cast<int>(place)] = static_cast<std::int32_t>(pads[order.size() + axis]);
    }
    const int input = l.operand(n.inputs[0], order);
    l.add_step(n, op, {input}, l.make_result(n.outputs[0], order));
}

}  // namespace onnx2hpp
