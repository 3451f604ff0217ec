// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/emit/weight_facts.hpp>

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace onnx2hpp {
namespace {

using namespace tigris;

/// The worst facts that `count` weights per output may have.
weight_facts worst_facts(std::size_t count) {
    constexpr std::size_t most = std::numeric_limits<std::int32_t>::max();
    return {-128, 127, std::int32_t(std::min(128 * count, most))};
}

/// Outputs are the innermost axis of depthwise weights, else the outermost.
std::size_t outputs_of(const tensor_data& c, bool depthwise) {
    return std::size_t(depthwise ? c.dims.back() : c.dims.front());
}
std::size_t weights_of_one(const tensor_data& c, bool depthwise) {
    return c.bytes.size() / outputs_of(c, depthwise);
}

weight_facts facts_of(const tensor_data& c, bool depthwise) {
    weight_facts facts{};
    const auto* weights = reinterpret_cast<const std::int8_t*>(c.bytes.data());
    const std::size_t count = c.bytes.size(), outputs = outputs_of(c, depthwise);
    const std::size_t own = count / outputs;
    const std::size_t outer = depthwise ? 1 : own, inner = depthwise ? outputs : 1;
    for (std::size_t o = 0; o < outputs; ++o) {
        std::int32_t sum = 0;
        for (std::size_t k = 0; k < own; ++k) sum += std::abs(weights[o * outer + k * inner]);
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

/// `find` gives the facts of a layer's weights.
template <class Find>
std::vector<weight_facts> for_all_weights(const lowered_model& model, const Find& find) {
    std::vector<weight_facts> facts(model.constants.size());
    for (const lowered_node& node : model.nodes) {
        if (!has_weights(node)) continue;
        const auto index = std::size_t(model.tensors[std::size_t(node.inputs[1])].index);
        const tensor_data& c = model.constants[index];
        if (c.type == dtype::i8)
            facts[index] = find(c, std::holds_alternative<ops::depthwise_conv>(node.op));
    }
    return facts;
}

/// The most that weights can be, but sums of at most twice what they are.
weight_facts with_room(std::int32_t largest_sum, std::size_t count, bool is_symmetric) {
    const std::int32_t most = worst_facts(count).largest_sum;
    const std::int32_t twice = largest_sum > most / 2 ? most : 2 * largest_sum;
    const auto symmetric = std::int32_t(std::int64_t(most) * 127 / 128);
    return {std::int16_t(is_symmetric ? -127 : -128), 127,
            std::min(twice, is_symmetric ? symmetric : most)};
}

}  // namespace

std::vector<weight_facts> find_weight_facts(const lowered_model& model) {
    return for_all_weights(model, [&](const tensor_data& c, bool depthwise) {
        return model.weights_vary ? worst_facts(weights_of_one(c, depthwise))
                                  : facts_of(c, depthwise);
    });
}

std::vector<weight_facts> find_own_weight_facts(const lowered_model& model) {
    return for_all_weights(model, facts_of);
}

std::vector<weight_facts> find_expected_weight_facts(const lowered_model& model) {
    const std::vector<weight_facts> own = find_own_weight_facts(model);
    const bool is_symmetric =
        std::none_of(own.begin(), own.end(), [](const weight_facts& f) { return f.lowest < -127; });
    return for_all_weights(model, [&](const tensor_data& c, bool depthwise) {
        return with_room(facts_of(c, depthwise).largest_sum, weights_of_one(c, depthwise),
                         is_symmetric);
    });
}

}  // namespace onnx2hpp
