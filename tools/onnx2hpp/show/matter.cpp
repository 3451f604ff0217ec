// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/show/matter.hpp>

#include <onnx2hpp/show/columns.hpp>
#include <onnx2hpp/show/table.hpp>

#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace onnx2hpp {
namespace {

/// The most bytes of a line before a comma, colon or semicolon that fit, or 0.
std::size_t place_of_break(std::string_view line, std::size_t columns) {
    std::size_t found = 0;
    for (std::size_t i = 0; i + 1 < line.size(); ++i) {
        const bool may_break =
            line[i + 1] == ' ' && std::string_view(",:;").find(line[i]) != std::string_view::npos;
        if (may_break && display_columns(line.substr(0, i + 1)) <= columns) found = i + 1;
    }
    return found;
}

/// Lines that fit beside a title: long ones are continued below themselves.
text_lines broken(const text_lines& lines) {
    constexpr std::size_t columns = summary_columns - title_width;
    text_lines out;
    for (std::string line : lines) {
        while (display_columns(line) > columns) {
            const std::size_t end = place_of_break(line, columns);
            if (end == 0) break;
            out.push_back(line.substr(0, end));
            line.erase(0, end + 1);
        }
        out.push_back(std::move(line));
    }
    return out;
}

std::size_t count_lines(const std::vector<matter>& matters) {
    std::size_t count = 0;
    for (const matter& m : matters)
        for (const summary_item& i : m.items) count += i.lines.size();
    return count;
}

/// Takes out the last of the items that are worth least. False: all that is left are verdicts.
bool drop_least(std::vector<matter>& matters) {
    matter* from = nullptr;
    std::size_t least = 0;
    worth value = worth::verdict;
    for (matter& m : matters)
        for (std::size_t i = 0; i < m.items.size(); ++i)
            if (m.items[i].value >= value) from = &m, least = i, value = m.items[i].value;
    if (value == worth::verdict) return false;
    from->items.erase(from->items.begin() + std::ptrdiff_t(least));
    return true;
}

/// The lines of a matter, its title before the first.
void add_lines(const matter& of, text_lines& out) {
    std::string title = shorten(of.title, title_width - 1);
    for (const summary_item& i : of.items)
        for (const std::string& line : i.lines)
            out.push_back(fmt::format("{:<{}}{}", std::exchange(title, ""), title_width, line));
}

}  // namespace

std::vector<summary_item> items_of(worth value, const text_lines& lines) {
    std::vector<summary_item> items;
    for (const std::string& line : lines) items.push_back({value, {line}});
    return items;
}

text_lines joined(std::vector<matter> matters, std::size_t most) {
    for (matter& m : matters)
        for (summary_item& i : m.items) i.lines = broken(i.lines);
    while (count_lines(matters) > most)
        if (!drop_least(matters)) break;
    text_lines out;
    for (const matter& m : matters) add_lines(m, out);
    return out;
}

}  // namespace onnx2hpp
