// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/onnx/choosing_branches.hpp>
#include <onnx2hpp/onnx/operator_table.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace onnx2hpp {
namespace {

/// The node that makes a value, or null.
const node* producer_of(const onnx_model& m, value_id v) {
    const auto found = std::find_if(m.nodes.begin(), m.nodes.end(), [v](const node& n) {
        return std::find(n.outputs.begin(), n.outputs.end(), v) != n.outputs.end();
    });
    return found == m.nodes.end() ? nullptr : &*found;
}

bool changes_no_number(const operator_traits& traits) {
    return traits.keeps_numbers || traits.moves == element_moves::view;
}

/// The value that v comes from, before nodes that change no number.
value_id source_of(const onnx_model& m, value_id v) {
    const node* producer = producer_of(m, v);
    while (producer && changes_no_number(traits_of(m, *producer))) {
        v = producer->inputs[0];
        producer = producer_of(m, v);
    }
    return v;
}

bool is_input(const onnx_model& m, value_id v) {
    return std::find(m.inputs.begin(), m.inputs.end(), v) != m.inputs.end();
}

/// The inputs of the model that a value is computed from, each once.
std::vector<value_id> inputs_behind(const onnx_model& m, value_id v) {
    std::vector<value_id> seen{v}, result;
    for (std::size_t i = 0; i < seen.size(); ++i) {
        if (is_input(m, seen[i])) result.push_back(seen[i]);
        const node* producer = producer_of(m, seen[i]);
        if (!producer) continue;
        for (const value_id input : producer->inputs)
            if (input != absent && std::find(seen.begin(), seen.end(), input) == seen.end())
                seen.push_back(input);
    }
    return result;
}

bool is_number(const onnx_model& m, value_id v) {
    const auto& constant = value_at(m, v).constant;
    return constant && is_readable(constant->type) && element_count(constant->dims) == 1;
}

/// `sr=16000` of Equal(sr, 16000); empty for other conditions.
std::string compared_number(const onnx_model& m, value_id condition) {
    const node* producer = producer_of(m, source_of(m, condition));
    if (!producer || producer->op_type != "Equal") return "";
    for (const std::size_t i : {0u, 1u}) {
        const value_id input = source_of(m, producer->inputs[i]), number = producer->inputs[1 - i];
        if (is_input(m, input) && is_number(m, number))
            return fmt::format("{}={}", value_at(m, input).name,
                               numbers_of(*value_at(m, number).constant)[0]);
    }
    return "";
}

}  // namespace

std::string way_to_choose(const onnx_model& m, value_id decision, std::string_view what) {
    if (const std::string choice = compared_number(m, decision); !choice.empty())
        return fmt::format("--constant {} makes the condition true, another number false", choice);
    std::string options;
    for (const value_id v : inputs_behind(m, decision))
        options +=
            fmt::format("{}--constant {}=VALUE", options.empty() ? "" : " ", value_at(m, v).name);
    if (options.empty()) return "export the model with fixed control flow";
    return fmt::format("{} makes the {} known", options, what);
}

}  // namespace onnx2hpp
