// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/report/markup.hpp>
#include <onnx2hpp/report/tables.hpp>

#include <fmt/format.h>

namespace onnx2hpp {
namespace {

std::string html_row(const report_table& table, const std::vector<std::string>& cells) {
    std::string out = "<tr>";
    for (std::size_t c = 0; c < cells.size(); ++c)
        out += fmt::format("<td{}>{}</td>", table.is_text(c) ? "" : " class=\"number\"",
                           escape_markup(cells[c]));
    return out + "</tr>\n";
}

std::string line_of(const std::vector<std::string>& cells) {
    return fmt::format("| {} |\n", fmt::join(cells, " | "));
}

}  // namespace

std::string as_html(const report_table& table) {
    std::string out = fmt::format(
        "<div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"{}\">\n<table>\n"
        "<caption>{}</caption>\n<thead><tr>",
        escape_markup(table.caption), escape_markup(table.caption));
    for (std::size_t c = 0; c < table.titles.size(); ++c)
        out +=
            fmt::format("<th scope=\"col\"{}>{}</th>", table.is_text(c) ? "" : " class=\"number\"",
                        escape_markup(table.title(c)));
    out += "</tr></thead>\n<tbody>\n";
    for (const std::vector<std::string>& row : table.rows) out += html_row(table, row);
    return out + "</tbody>\n</table>\n</div>\n";
}

std::string as_markdown(const report_table& table) {
    std::vector<std::string> titles, rules;
    for (std::size_t c = 0; c < table.titles.size(); ++c) {
        titles.push_back(escape_markdown(table.title(c)));
        rules.push_back(table.is_text(c) ? "---" : "--:");
    }
    std::string out = line_of(titles) + fmt::format("|{}|\n", fmt::join(rules, "|"));
    for (std::vector<std::string> row : table.rows) {
        for (std::string& cell : row) cell = escape_markdown(cell);
        out += line_of(row);
    }
    return out;
}

}  // namespace onnx2hpp
