// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/show/table.hpp>

#include <algorithm>

namespace onnx2hpp {

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
        for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
    std::string out;
    for (const auto& row : rows_) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i) {
            const std::string space(widths[i] - row[i].size(), ' ');
            line += "  " + (left_[i] ? row[i] + space : space + row[i]);
        }
        out += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
    }
    return out;
}

std::string shorten(const std::string& name, std::size_t width) {
    if (name.size() <= width) return name;
    const std::size_t end = width / 4, begin = width - 2 - end;
    return name.substr(0, begin) + ".." + name.substr(name.size() - end);
}

}  // namespace onnx2hpp
