// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/load/recurrent.hpp>
#include <onnx2hpp/lower/rules.hpp>

namespace onnx2hpp {

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
    l.add_step(n, op, inputs, l.make_result(n.outputs[0], onnx_order(4)));
}

}  // namespace onnx2hpp
