// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/lower/int4_weights.hpp>

#include <onnx2hpp/step_operands.hpp>
#include <tigris/kernels/contract/int4_layer.hpp>

namespace onnx2hpp {
namespace {

using namespace tigris;

/// Whether a step could read its weights as int4.
bool takes_int4(const lowered_model& model, const lowered_node& node) {
    if (!node.has_int4_weights) return false;
    const std::vector<std::int16_t> edges = edges_of(node);
    const operands t = operands_of(model, node, edges);
    return std::visit(
        [&](const auto& op) {
            return kernels::adds_products<std::decay_t<decltype(op)>> &&
                   t.input(0).type == dtype::i8 && t.output().type == dtype::i8 &&
                   t.input(1).type == dtype::i8 && t.input(1).kind == tensor_kind::constant;
        },
        node.op);
}

/// For each tensor whether all steps that read it take it as int4 weights.
std::vector<bool> find_int4(const lowered_model& model) {
    std::vector<bool> are(model.tensors.size()), are_not(model.tensors.size());
    for (const lowered_node& node : model.nodes) {
        const bool takes = takes_int4(model, node);
        for (std::size_t place = 0; place < node.inputs.size(); ++place) {
            if (node.inputs[place] < 0) continue;
            (takes && place == 1 ? are : are_not)[std::size_t(node.inputs[place])] = true;
        }
    }
    for (std::size_t i = 0; i < are.size(); ++i) are[i] = are[i] && !are_not[i];
    return are;
}

}  // namespace

lowered_model with_int4_weights(lowered_model model) {
    const std::vector<bool> are = find_int4(model);
    for (std::size_t i = 0; i < are.size(); ++i) {
        if (!are[i]) continue;
        tensor& t = model.tensors[i];
        t.type = model.constants[std::size_t(t.index)].type = dtype::i4;
    }
    return model;
}

}  // namespace onnx2hpp
