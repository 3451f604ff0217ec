// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/placement/model_names.hpp>

#include <onnx2hpp/diagnostic.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace onnx2hpp {

model_names::model_names(const onnx_model& loaded, node_question keeps_elements) {
    const auto name_of = [&](value_id v) -> const std::string& {
        return loaded.values[std::size_t(v)].name;
    };
    for (const value& v : loaded.values)
        if (!v.name.empty()) names_.insert(v.name);
    for (const node& n : loaded.nodes) {
        if (n.outputs.empty() || n.outputs[0] == absent) continue;
        const std::string& result = name_of(n.outputs[0]);
        for (const value_id v : n.inputs)
            if (v != absent) results_.emplace(name_of(v), result);
        if (!keeps_elements(loaded, n) || !has_input(n, 0)) continue;
        same_.emplace(name_of(n.inputs[0]), result);
        same_.emplace(result, name_of(n.inputs[0]));
    }
}

std::vector<std::string> model_names::next_ring(const std::vector<std::string>& ring,
                                                std::set<std::string>& seen) const {
    std::vector<std::string> next;
    for (const std::string& name : ring) {
        const auto [begin, end] = same_.equal_range(name);
        for (auto other = begin; other != end; ++other)
            if (seen.insert(other->second).second) next.push_back(other->second);
    }
    return next;
}

tensor_finder::tensor_finder(const model_names& names, const lowered_model& model)
    : names_(names), model_(model) {
    for (std::size_t t = 0; t < model.tensor_names.size(); ++t)
        tensors_.emplace(model.tensor_names[t], int(t));
    for (const auto& [name, t] : model.shared_names) tensors_.emplace(name, t);
}

std::vector<int> tensor_finder::find(const std::string& id) const {
    const auto is_known = [&](const std::string& name) { return tensors_.contains(name); };
    std::set<int> found;
    for (const std::string& name : names_.nearest(id, is_known)) {
        const auto [begin, end] = tensors_.equal_range(name);
        for (auto t = begin; t != end; ++t) found.insert(t->second);
    }
    return {found.begin(), found.end()};
}

std::string tensor_finder::explain(const std::string& id) const {
    const auto is_known = [&](const std::string& name) { return tensors_.contains(name); };
    if (!names_.contains(id))
        return fmt::format("the model has no tensor {}; `onnx2hpp tensors` lists the ids",
                           in_quotes(id));
    const std::string made = names_.made_from(id, is_known);
    if (made.empty()) return fmt::format("no step reads tensor {} in a run", in_quotes(id));
    return fmt::format(
        "tensor {} is never in memory, because it is part of the step that makes {}; name that one",
        in_quotes(id), in_quotes(made));
}

std::vector<std::vector<std::string>> tensor_finder::other_ids() const {
    std::vector<std::vector<std::string>> ids(model_.tensors.size());
    for (const std::string& id : names_.all())
        for (const int t : find(id))
            if (model_.tensor_names[std::size_t(t)] != id) ids[std::size_t(t)].push_back(id);
    return ids;
}

}  // namespace onnx2hpp
