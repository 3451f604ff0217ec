// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/lower/unique_names.hpp>

#include <fmt/format.h>

#include <map>
#include <set>

namespace onnx2hpp {
namespace {

bool is_edge(const tigris::tensor& t) {
    return t.kind == tigris::tensor_kind::input || t.kind == tigris::tensor_kind::output;
}

}  // namespace

void number_equal_names(lowered_model& model) {
    std::set<std::string> taken;
    for (std::size_t t = 0; t < model.tensors.size(); ++t)
        if (is_edge(model.tensors[t])) taken.insert(model.tensor_names[t]);
    std::map<std::string, int> counts;
    for (std::size_t t = 0; t < model.tensors.size(); ++t) {
        const std::string name = model.tensor_names[t];
        if (is_edge(model.tensors[t]) || taken.insert(name).second) continue;
        int& count = counts.try_emplace(name, 1).first->second;
        do model.tensor_names[t] = fmt::format("{}~{}", name, ++count);
        while (!taken.insert(model.tensor_names[t]).second);
        model.shared_names.emplace_back(name, int(t));
    }
}

}  // namespace onnx2hpp
