// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/emit/weight_facts.hpp>

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace onnx2hpp {
namespace {

using namespace tigris;

/// Of any weights, so many for each output.
weight_facts worst_facts(std::size_t count) {
    constexpr std::size_t most = std::numeric_limits<std::int32_t>::max();
    return {-128, 127, std::int32_t(std::min(128 * count, most))};
}

/// Sums |w| over each output. Outputs are the innermost axis of depthwise weights, else the
/// outermost.
weight_facts facts_of(const tensor_data& c, bool depthwise, bool weights_vary) {
    weight_facts facts{};
    const auto* weights = reinterpret_cast<const std::int8_t*>(c.bytes.data());
    const std::size_t count = c.bytes.size();
    const auto outputs = std::size_t(depthwise ? c.dims.back() : c.dims.front());
    if (weights_vary) return worst_facts(count / outputs);
    const std::size_t outer = depthwise ? 1 : count / outputs, inner = depthwise ? outputs : 1;
    for (std::size_t o = 0; o < outputs; ++o) {
        std::int32_t sum = 0;
        for (std::size_t k = 0; k < count / outputs; ++k)
            sum += std::abs(weights[o * outer + k * inner]);
        facts.largest_sum = std::max(facts.largest_sum, sum);
    }
    facts.lowest = *std::min_element(weights, weights + count);
    facts.highest = *std::max_element(weights, weights + count);
    return facts;
}

bool has_weights(const lowered_node& node) {
    return std::holds_alternative<ops::conv>(node.op) ||
           std::holds_alternative<ops::gemm>(node.op) ||
           std::holds_alternative<ops::depthwise_conv>(node.op);
}

}  // namespace

std::vector<weight_facts> find_weight_facts(const lowered_model& model) {
    std::vector<weight_facts> facts(model.constants.size());
    for (const lowered_node& node : model.nodes) {
        if (!has_weights(node)) continue;
        const auto index = std::size_t(model.tensors[std::size_t(node.inputs[1])].index);
        const tensor_data& c = model.constants[index];
        if (c.type == dtype::i8)
            facts[index] = facts_of(c, std::holds_alternative<ops::depthwise_conv>(node.op),
                                    model.weights_vary);
    }
    return facts;
}

}  // namespace onnx2hpp
