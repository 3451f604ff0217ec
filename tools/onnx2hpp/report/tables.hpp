// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A plan as tables: of cells that any form of page may show.

#include <onnx2hpp/show/analysis.hpp>
#include <onnx2hpp/show/peak.hpp>

#include <string>
#include <vector>

namespace onnx2hpp {

/// Columns whose title begins with '<' hold text, the others numbers. Texts are as the model has
/// them, and not escaped.
struct report_table {
    std::string caption;
    std::vector<std::string> titles;
    std::vector<std::vector<std::string>> rows;

    bool is_text(std::size_t column) const { return titles[column].front() == '<'; }
    std::string title(std::size_t column) const {
        return is_text(column) ? titles[column].substr(1) : titles[column];
    }
};

/// The largest.
report_table table_of_holders(const peak_holders& peak);
report_table table_of_memories(const analysis& a);
report_table table_of_steps(const analysis& a);
report_table table_of_segments(const analysis& a);
report_table table_of_tensors(const analysis& a);
report_table table_of_constants(const analysis& a);
report_table table_of_budgets(const std::vector<swept_budget>& curve);

/// A table in HTML, with escaped cells.
std::string as_html(const report_table& table);
std::string as_markdown(const report_table& table);

}  // namespace onnx2hpp
