// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/lower/requantization.hpp>
#include <onnx2hpp/lower/rules.hpp>
#include <onnx2hpp/lower/wishes.hpp>
#include <onnx2hpp/passes/integer_weights.hpp>
#include <onnx2hpp/passes/rewrite.hpp>

#include <limits>

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
    if (is_quantizable(l.at(v).type) && l.at(v).quant.scale.empty() && n.op_type != "Identity")
        fail_unsupported(n, "its integers have no scale", "quantize the model with QuantizeLinear");
}

/// Which operand says how the result lies: of those with all axes one that is not constant, of
/// those the larger one, and of equal ones the one that lies as the result is wanted.
value_id leader(const lowering& l, const node& n) {
    const std::size_t rank = l.dims(n.outputs[0]).size();
    const value_id a = n.inputs[0], b = n.inputs[1];
    const bool a_leads = l.dims(a).size() == rank && !l.is_constant(a);
    const bool b_leads = l.dims(b).size() == rank && !l.is_constant(b);
    if (a_leads && b_leads) {
        const std::int64_t a_count = element_count(l.dims(a)), b_count = element_count(l.dims(b));
        if (a_count != b_count) return a_count > b_count ? a : b;
        const auto wish = wished_order(l.source, n.outputs[0]);
        return wish && l.place(b).order == *wish ? b : a;
    }
    if (a_leads || b_leads) return a_leads ? a : b;
    return l.dims(a).size() == rank ? a : b;
}

/// Extents that a Pad adds: [before..., after...] for the axes that it names, by default all.
extents given_pads(const lowering& l, const node& n) {
    if (!has_input(n, 1)) return integers_attribute(n, "pads", {});
    if (l.is_constant(n.inputs[1])) return integers_of(*l.at(n.inputs[1]).constant);
    fail_unsupported(n, "its pads are computed at run time", "make them an initializer");
}

extents given_axes(const lowering& l, const node& n, std::size_t rank) {
    if (!has_input(n, 3)) {
        const axis_order all = onnx_order(rank);
        return {all.begin(), all.end()};
    }
    if (!l.is_constant(n.inputs[3]))
        fail_unsupported(n, "its axes are computed at run time", "make them an initializer");
    extents axes = integers_of(*l.at(n.inputs[3]).constant);
    for (std::int64_t& axis : axes) axis += axis < 0 ? static_cast<std::int64_t>(rank) : 0;
    return axes;
}

std::int32_t checked_pad(const node& n, std::int64_t pad) {
    if (pad < 0 || pad > std::numeric_limits<std::int32_t>::max())
        fail_unsupported(n, "it has a negative pad", "only pads that add elements are supported");
    return static_cast<std::int32_t>(pad);
}

/// The real number of the border.
float border_of(const lowering& l, const node& n) {
    if (text_attribute(n, "mode", "constant") != "constant")
        fail_unsupported(n, "its mode is not constant", "only mode constant is supported");
    const value& x = l.at(n.inputs[0]);
    const bool is_given = has_input(n, 2);
    if (is_given && !l.is_constant(n.inputs[2]))
        fail_unsupported(n, "its border value is computed at run time", "make it an initializer");
    const value* given = is_given ? &l.at(n.inputs[2]) : nullptr;
    if (given && given->type == dtype::f32) return elements_of<float>(*given->constant)[0];
    if (x.type == dtype::f32) return real_attribute(n, "value", 0);
    check_scale(l, n, n.inputs[0]);
    const std::int64_t code = given ? integers_of(*given->constant)[0] : 0;
    return x.quant.scale[0] * static_cast<float>(code - x.quant.zero_point[0]);
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

void lower_binary(lowering& l, const node& n) {
    tigris::ops::binary op{.clamp = n.clamp};
    if (n.op_type == "Mul") op.function = tigris::ops::binary_function::multiply;
    for (const value_id v : n.inputs)
        if (n.op_type == "Add" && !l.at(v).quant.scale.empty())
            require_below_saturation(l, n, l.at(v).quant.scale[0]);
    const axis_order order = l.place(leader(l, n)).order;
    const int a = l.operand(n.inputs[0], order), b = l.operand(n.inputs[1], order);
    l.add_step(n, op, {a, b}, l.make_result(n.outputs[0], order));
}

void lower_unary(lowering& l, const node& n) {
    tigris::ops::unary op;
    if (n.op_type == "HardSwish") op.function = tigris::ops::unary_function::hard_swish;
    if (n.op_type == "HardSigmoid") {
        op.function = tigris::ops::unary_function::hard_sigmoid;
        op.alpha = real_attribute(n, "alpha", 0.2f);
        op.beta = real_attribute(n, "beta", 0.5f);
    }
    const axis_order order = l.place(n.inputs[0]).order;
    const int input = l.operand(n.inputs[0], order);
    l.add_step(n, op, {input}, l.make_result(n.outputs[0], order));
}

void lower_pad(lowering& l, const node& n) {
    const std::size_t rank = l.dims(n.inputs[0]).size();
    const extents pads = given_pads(l, n), axes = given_axes(l, n, rank);
    const axis_order order = l.place(n.inputs[0]).order;
    const axis_order places = places_of(order);
    tigris::ops::pad op{.value = border_of(l, n)};
    for (std::size_t i = 0; i < axes.size(); ++i) {
        const int place = places[static_cast<std::size_t>(axes[i])];
        op.before[place] = checked_pad(n, pads[i]);
        op.after[place] = checked_pad(n, pads[i + axes.size()]);
    }
    const int input = l.operand(n.inputs[0], order);
    l.add_step(n, op, {input}, l.make_result(n.outputs[0], order));
}

}  // namespace onnx2hpp
