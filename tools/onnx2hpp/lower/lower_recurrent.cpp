// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/lower/rules.hpp>
#include <onnx2hpp/onnx/recurrent.hpp>

#include <algorithm>

namespace onnx2hpp {
namespace {

/// Whether steps may come as rows: those of one sequence, and all else is constant.
bool comes_in_rows(const lowering& l, const node& n, const tigris::ops::recurrent& op) {
    return takes_rows(op) && l.dims(n.inputs[0])[1] == 1 && !l.is_constant(n.inputs[0]) &&
           std::all_of(n.inputs.begin() + 1, n.inputs.end(),
                       [&](value_id v) { return v == absent || l.is_constant(v); });
}

/// [steps, 1, inputs] as rows: [1, steps, 1, inputs].
int rows_of(lowering& l, value_id x) {
    const extents& dims = l.dims(x);
    return l.view(x, l.operand(x, onnx_order(3)), {1, dims[0], 1, dims[2]});
}

}  // namespace

/// Inputs that are absent are left out.
void lower_recurrent(lowering& l, const node& n) {
    tigris::ops::recurrent op = recurrent_of(n);
    op.has_bias = has_input(n, 3);
    op.has_lengths = has_input(n, 4);
    op.has_initial_h = has_input(n, 5);
    op.has_initial_c = has_input(n, 6);
    op.has_peepholes = has_input(n, 7);
    const extents gives = integers_attribute(n, "gives", {1, 0, 0});
    op.gives_steps = gives[0] != 0;
    op.gives_last_h = gives[1] != 0;
    op.gives_last_c = gives[2] != 0;
    std::vector<int> inputs;
    for (const value_id v : n.inputs)
        if (v != absent) inputs.push_back(l.operand(v, onnx_order(l.dims(v).size())));
    if (comes_in_rows(l, n, op)) inputs[0] = rows_of(l, n.inputs[0]);
    l.add_step(n, op, inputs, l.make_result(n.outputs[0], onnx_order(4)));
}

}  // namespace onnx2hpp
