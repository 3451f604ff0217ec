// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/report/markdown.hpp>

#include <onnx2hpp/report/markup.hpp>
#include <onnx2hpp/report/tables.hpp>
#include <onnx2hpp/show/summary.hpp>

#include <fmt/format.h>

namespace onnx2hpp {
namespace {

/// More backticks than follow one another in the text.
std::string fence_for(const std::string& text) {
    std::string fence = "```";
    while (text.find(fence) != text.npos) fence += '`';
    return fence;
}

/// A changed number in the unit of the title.
std::string change_of(const changed_number& n) {
    return n.is_bytes ? fmt::format("{:+}", n.now - n.before) : n.difference();
}

report_table table_of_changes(const plan_comparison& both) {
    report_table out{"Changes", {"<", "before", "now", "change"}, {}};
    for (const changed_number& n : both.numbers)
        out.rows.push_back({n.is_bytes ? n.name + ", bytes" : n.name, std::to_string(n.before),
                            std::to_string(n.now), change_of(n)});
    return out;
}

std::string folded(const report_table& table) {
    return fmt::format("<details><summary>{}</summary>\n\n{}\n</details>\n", table.caption,
                       as_markdown(table));
}

}  // namespace

std::string in_fences(const std::string& text) {
    const std::string fence = fence_for(text);
    return fmt::format("{}text\n{}{}\n", fence, text, fence);
}

std::string to_markdown(const analysis& a, const std::optional<plan_comparison>& earlier) {
    std::string out = fmt::format("### {}: {}\n\n", escape_markdown(a.model.name),
                                  a.exceeded ? "does not fit" : "fits");
    if (earlier) out += as_markdown(table_of_changes(*earlier)) + '\n';
    out += in_fences(to_summary(a, false)) + '\n';
    for (const report_table& table : {table_of_memories(a), table_of_steps(a)})
        out += folded(table);
    return out;
}

}  // namespace onnx2hpp
