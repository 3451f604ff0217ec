// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <functions/page.hpp>

#include <fstream>
#include <regex>
#include <stdexcept>

namespace functions {

namespace {

/// A number, a power of 2, or for "-" nothing.
double number(const std::string& text) {
    if (text == "-") return 0;
    if (text.starts_with("2^")) return std::ldexp(1.0, std::stoi(text.substr(2)));
    return std::stod(text);
}

}  // namespace

std::map<std::string, bounds, std::less<>> read_page(const std::string& path) {
    // | `name` | meaning | ULP | ULP of tables | from | below |
    static const std::regex row(R"(\| `(\w+)` \| .* \| (\S+) \| (\S+) \| (\S+) \| (\S+) \|)");
    std::map<std::string, bounds, std::less<>> result;
    std::ifstream page(path);
    for (std::string line; std::getline(page, line);)
        if (std::smatch m; std::regex_match(line, m, row)) {
            const double from = number(m[4]), below = number(m[5]);
            result[m[1]] = {{number(m[2]), from, below}, {number(m[3]), from, below}};
        }
    if (result.empty()) throw std::runtime_error(path + " states no bounds");
    return result;
}

}  // namespace functions
