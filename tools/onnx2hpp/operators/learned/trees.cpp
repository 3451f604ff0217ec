// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/lower/lowering.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/onnx/shape_context.hpp>
#include <onnx2hpp/onnx/tree_ensemble.hpp>

namespace onnx2hpp {
namespace {

/// Internal: [rows, targets], as ops::tree_ensemble says. What makes the node checks the rest.
void shape_trees(shape_context& c) {
    c.set_output(tigris::dtype::f32, {c.input(0).dims[0], integer_attribute(c.at, "targets", 1)});
}

void lower_trees(lowering& l, const node& n) {
    std::vector<int> inputs;
    for (const value_id v : n.inputs) inputs.push_back(l.operand(v, onnx_order(l.dims(v).size())));
    l.add_step(n, tree_ensemble_of(n), inputs, l.make_result(n.outputs[0], onnx_order(2)));
}

}  // namespace

namespace operators {

operator_entries trees_operators() {
    return {
        {.type = "tigris.Trees",
         .shape = shape_trees,
         .lower = lower_trees,
         .traits = {.takes_doubles = true, .has_own_types = true}},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
