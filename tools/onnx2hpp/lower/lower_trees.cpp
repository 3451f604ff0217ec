// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/lower/rules.hpp>
#include <onnx2hpp/onnx/tree_ensemble.hpp>

namespace onnx2hpp {

void lower_trees(lowering& l, const node& n) {
    std::vector<int> inputs;
    for (const value_id v : n.inputs) inputs.push_back(l.operand(v, onnx_order(l.dims(v).size())));
    l.add_step(n, tree_ensemble_of(n), inputs, l.make_result(n.outputs[0], onnx_order(2)));
}

}  // namespace onnx2hpp
