// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/report/interleaved_plans.hpp>

#include <string>

namespace onnx2hpp {
namespace {

using nlohmann::ordered_json;

bool is_table(const ordered_json& value) {
    return value.is_array() && !value.empty() && value.front().is_object();
}

std::vector<std::string> names_of_tables(const ordered_json& plan) {
    std::vector<std::string> names;
    for (const auto& [name, value] : plan.items())
        if (is_table(value)) names.push_back(name);
    return names;
}

/// Moves the rows of plan `p` of `plans` to where `table` holds them.
void add_rows(ordered_json& table, ordered_json& rows, std::size_t p, std::size_t plans) {
    while (table.size() < rows.size()) table.push_back(std::vector<ordered_json>(plans));
    for (std::size_t i = 0; i < rows.size(); ++i) table[i][p] = std::move(rows[i]);
}

ordered_json calls_by_columns(const ordered_json& rows) {
    ordered_json columns = ordered_json::array();
    for (std::size_t i = 0; i < rows.front().size(); ++i) {
        ordered_json column = ordered_json::array();
        for (const ordered_json& row : rows) column.push_back(row[i]);
        columns.push_back(std::move(column));
    }
    return columns;
}

}  // namespace

ordered_json interleaved_plans(std::vector<ordered_json> plans) {
    ordered_json tables = ordered_json::object();
    for (std::size_t p = 0; p < plans.size(); ++p) {
        for (const std::string& name : names_of_tables(plans[p])) {
            add_rows(tables[name], plans[p][name], p, plans.size());
            plans[p].erase(name);
        }
        if (plans[p].contains("calls") && !plans[p]["calls"].empty())
            plans[p]["calls"] = calls_by_columns(plans[p]["calls"]);
    }
    ordered_json all;
    all["tables"] = std::move(tables);
    all["plans"] = std::move(plans);
    return all;
}

}  // namespace onnx2hpp
