// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "instruction.hpp"

#include <algorithm>
#include <cctype>

namespace count {
namespace {

bool is_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// The number of a register of floats.
int number_of(std::string_view name) {
    int number = 0;
    for (const char c : name)
        if (is_digit(c)) number = 10 * number + (c - '0');
    return number;
}

bool is_register(std::string_view word) {
    if (word == "sb" || word == "sl" || word == "fp" || word == "ip" || word == "sp" ||
        word == "lr" || word == "pc")
        return true;
    return word.size() > 1 && begins(word, {"r", "s", "d"}) &&
           std::all_of(word.begin() + 1, word.end(), is_digit);
}

}  // namespace

bool begins(std::string_view text, std::initializer_list<std::string_view> prefixes) {
    return std::any_of(prefixes.begin(), prefixes.end(),
                       [&](std::string_view prefix) { return text.starts_with(prefix); });
}

instruction::instruction(std::string_view disassembly) {
    const auto blank = std::min(disassembly.find_first_of(" \t"), disassembly.size());
    name = disassembly.substr(0, blank);
    operands = disassembly.substr(blank);
}

bool instruction::is_branch() const {
    if (begins(name, {"cb", "tbb", "tbh"})) return true;
    return begins(name, {"b"}) && !begins(name, {"bic", "bfi", "bfc", "bf.", "bkpt"});
}

int instruction::listed_words() const {
    const auto open = operands.find('{'), close = operands.find('}');
    if (open == operands.npos || close == operands.npos) return 0;
    const std::string_view list = operands.substr(open + 1, close - open - 1);
    const auto dash = list.find('-');
    const int registers = dash == list.npos
                              ? 1 + int(std::count(list.begin(), list.end(), ','))
                              : 1 + number_of(list.substr(dash)) - number_of(list.substr(0, dash));
    return list.starts_with('d') ? 2 * registers : registers;
}

std::vector<std::string_view> instruction::registers() const {
    std::vector<std::string_view> found;
    for (size_t begin = 0; begin < operands.size();) {
        size_t end = begin;
        while (end < operands.size() && is_letter(operands[end])) ++end;
        const std::string_view word = operands.substr(begin, end - begin);
        if (is_register(word)) found.push_back(word);
        begin = end + 1;
    }
    return found;
}

}  // namespace count
