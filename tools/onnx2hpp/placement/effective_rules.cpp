// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/placement/effective_rules.hpp>

#include <onnx2hpp/diagnostic.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <variant>

namespace onnx2hpp {
namespace {

using tigris::placed;
using tigris::tensor_kind;

bool is_of_kind(const lowered_model& model, const tensor_rule& rule, int tensor) {
    return rule.kind == placed::all || rule.kind == kind_of(model, tensor);
}

/// The tensors that an id means, of the rule's kind.
std::vector<int> tensors_of_id(const lowered_model& model, const tensor_finder& tensors,
                               const tensor_rule& rule, const std::string& id) {
    std::vector<int> found = tensors.find(id);
    if (found.empty()) fail_in(rule.where, tensors.explain(id));
    const placed kind = kind_of(model, found.front());
    std::erase_if(found, [&](int t) { return !is_of_kind(model, rule, t); });
    if (found.empty())
        fail_in(rule.where, fmt::format("tensor {} is {}, not {}", in_quotes(id), spell(kind),
                                        spell(rule.kind)));
    return found;
}

std::vector<int> tensors_of_rule(const lowered_model& model, const tensor_finder& tensors,
                                 const tensor_rule& rule) {
    std::vector<int> found;
    for (const std::string& id : rule.ids)
        for (const int t : tensors_of_id(model, tensors, rule, id)) found.push_back(t);
    if (rule.ids.empty())
        for (int t = 0; t < int(model.tensors.size()); ++t)
            if (is_of_kind(model, rule, t)) found.push_back(t);
    if (found.empty())
        fail_in(rule.where, fmt::format("the rule matches nothing: the model has no {} tensor",
                                        spell(rule.kind)));
    return found;
}

}  // namespace

placed kind_of(const lowered_model& model, int tensor) {
    const tigris::tensor& t = model.tensors[std::size_t(tensor)];
    const auto is_state = [&](const std::vector<int>& edges) {
        return std::size_t(t.index) >= edges.size() - model.state_count;
    };
    switch (t.kind) {
        case tensor_kind::constant: return placed::constant;
        case tensor_kind::input:
            return is_state(model.inputs) ? placed::persistent : placed::scratch;
        case tensor_kind::output:
            return is_state(model.outputs) ? placed::persistent : placed::scratch;
        default: return placed::scratch;
    }
}

std::vector<int> storages_of(const lowered_model& model) {
    std::vector<int> storage(model.tensors.size());
    std::iota(storage.begin(), storage.end(), 0);
    for (const lowered_node& n : model.nodes)
        if (std::holds_alternative<tigris::ops::reshape>(n.op))
            storage[std::size_t(n.outputs[0])] = storage[std::size_t(n.inputs[0])];
    return storage;
}

std::vector<effective_rules> find_effective_rules(const lowered_model& model,
                                                  const tensor_finder& tensors,
                                                  const std::vector<tensor_rule>& rules) {
    const std::vector<int> storage = storages_of(model);
    std::vector<effective_rules> of_storage(model.tensors.size()), found;
    std::vector<const tensor_rule*> in_order;
    for (const tensor_rule& rule : rules) in_order.push_back(&rule);
    std::stable_sort(in_order.begin(), in_order.end(),
                     [](const auto* a, const auto* b) { return a->rank() < b->rank(); });
    for (const tensor_rule* rule : in_order)
        for (const int t : tensors_of_rule(model, tensors, *rule)) {
            effective_rules& made = of_storage[std::size_t(storage[std::size_t(t)])];
            if (rule->memory.is_given()) made.memory = rule;
            if (rule->destination.is_given()) made.destination = rule;
        }
    for (const int s : storage) found.push_back(of_storage[std::size_t(s)]);
    return found;
}

}  // namespace onnx2hpp
