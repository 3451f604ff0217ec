// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/emit/name_tables.hpp>

#include <onnx2hpp/emit/literal.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace onnx2hpp {
namespace {

/// How the table of an output's strings is called: by the first output that has the same ones,
/// unless all have.
std::string label_table_of(const lowered_model& model, std::size_t output) {
    const auto first = std::find(model.texts.begin(), model.texts.end(), model.texts[output]);
    const bool is_only_one = std::all_of(
        model.texts.begin(), model.texts.end(),
        [&](const auto& texts) { return texts.empty() || texts == model.texts[output]; });
    return is_only_one ? "class_labels"
                       : fmt::format("class_labels_{}", first - model.texts.begin());
}

}  // namespace

std::string spell_names(const char* table, const std::vector<std::string>& names) {
    return fmt::format(
        "    static constexpr tigris::sized_array<const char*, {}> {}{{{{\n{}    }}}};\n",
        names.size(), table,
        lines(names, "        ", [&](std::size_t i) { return quote(names[i]); }));
}

std::string spell_labels(const lowered_model& model) {
    std::string out;
    std::set<std::string> done;
    for (std::size_t i = 0; i < model.texts.size(); ++i) {
        const std::string table = label_table_of(model, i);
        if (!model.texts[i].empty() && done.insert(table).second)
            out += spell_names(table.c_str(), model.texts[i]);
    }
    return out;
}

std::string describe_labels(const lowered_model& model, const tigris::tensor& t) {
    if (t.kind != tigris::tensor_kind::output || model.texts[std::size_t(t.index)].empty())
        return {};
    return ", numbers of " + label_table_of(model, std::size_t(t.index));
}

}  // namespace onnx2hpp
