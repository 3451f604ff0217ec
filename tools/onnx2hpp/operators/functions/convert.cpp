// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/operators/functions/convert.hpp>

#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/lower/lowering.hpp>
#include <onnx2hpp/passes/rewrite.hpp>

namespace onnx2hpp {
namespace {

tigris::ops::clamp clamp_of(const lowering& l, const node& n) {
    if (n.op_type != "Relu" && n.op_type != "Clip") return n.clamp;
    const auto activation = activation_of(l.source, n);
    if (!activation)
        fail_unsupported(n, "its bounds are computed at run time", "make them initializers");
    return compose(*activation, n.clamp);
}

/// Integers are nothing without a scale, unless they are only moved.
void require_scale(const lowering& l, const node& n, value_id v) {
    if (is_quantizable(l.at(v).type) && l.at(v).quant.scale.empty() &&
        !is_one_of(n, {"Cast", "Concat", "Identity"}))
        fail_unsupported(n, "its integers have no scale", "quantize the model with QuantizeLinear");
}

}  // namespace

void lower_convert(lowering& l, const node& n) {
    const value_id from = n.inputs[0], to = n.outputs[0];
    require_scale(l, n, from);
    require_scale(l, n, to);
    const tigris::ops::convert op{.clamp = clamp_of(l, n)};
    if (l.convert_while_gathering(from, to, op.clamp)) return;
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

}  // namespace onnx2hpp
