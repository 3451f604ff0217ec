// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/show/columns.hpp>
#include <onnx2hpp/show/table.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace onnx2hpp {
namespace {

/// How many characters all names that are longer than `width` begin with, up to a separator.
std::size_t shared_begin(const std::vector<std::string>& names, std::size_t width) {
    const std::string* first = nullptr;
    std::size_t count = 0;
    for (const std::string& name : names) {
        if (display_columns(name) <= width) continue;
        if (!first) first = &name, count = name.size();
        const auto [differs, other] =
            std::mismatch(name.begin(), name.end(), first->begin(), first->begin() + long(count));
        count = std::size_t(other - first->begin());
    }
    if (!first || count == first->size()) return 0;
    const std::size_t separator = first->substr(0, count).find_last_of("/._");
    return separator == std::string::npos ? 0 : separator + 1;
}

}  // namespace

table::table(std::vector<std::string> titles) {
    for (std::string& title : titles) {
        left_.push_back(title.starts_with('<'));
        if (left_.back()) title.erase(0, 1);
    }
    rows_.push_back(std::move(titles));
}

void table::add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

std::string table::text() const {
    std::vector<std::size_t> widths(left_.size());
    for (const auto& row : rows_)
        for (std::size_t i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths[i], display_columns(row[i]));
    std::string out;
    for (const auto& row : rows_) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i) {
            const std::string space(widths[i] - display_columns(row[i]), ' ');
            line += "  " + (left_[i] ? row[i] + space : space + row[i]);
        }
        out += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
    }
    return out;
}

std::string shorten(const std::string& name, std::size_t width) {
    if (display_columns(name) <= width) return name;
    const std::size_t end = width / 4, begin = width - 2 - end;
    return fmt::format("{}..{}", first_columns(name, begin), last_columns(name, end));
}

std::vector<std::string> shorten_all(const std::vector<std::string>& names, std::size_t width) {
    std::map<std::string, std::map<std::string, int>> same;  // by what they become
    const std::size_t begin = shared_begin(names, width);
    std::vector<std::string> out;
    for (const std::string& name : names) {
        const bool is_cut = begin > 2 && display_columns(name) > width;
        std::string made = shorten(is_cut ? ".." + name.substr(begin) : name, width);
        auto& numbers = same[made];
        const int number = numbers.try_emplace(name, int(numbers.size()) + 1).first->second;
        if (number > 1) made += fmt::format("~{}", number);
        out.push_back(std::move(made));
    }
    return out;
}

}  // namespace onnx2hpp
