// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cycles.hpp"

#include <algorithm>
#include <initializer_list>

namespace count {
namespace {

bool begins(std::string_view text, std::initializer_list<std::string_view> prefixes) {
    return std::any_of(prefixes.begin(), prefixes.end(),
                       [&](std::string_view prefix) { return text.starts_with(prefix); });
}

bool is_branch(std::string_view name) {
    if (begins(name, {"cb", "tbb", "tbh"})) return true;
    return begins(name, {"b"}) && !begins(name, {"bic", "bfi", "bfc", "bf.", "bkpt"});
}

/// The number of a register of floats.
int number_of(std::string_view name) {
    int number = 0;
    for (const char c : name)
        if (c >= '0' && c <= '9') number = 10 * number + (c - '0');
    return number;
}

/// Words that a list between braces transfers.
int listed_words(std::string_view operands) {
    const auto open = operands.find('{'), close = operands.find('}');
    if (open == operands.npos || close == operands.npos) return 0;
    const std::string_view list = operands.substr(open + 1, close - open - 1);
    const auto dash = list.find('-');
    const int registers = dash == list.npos
                              ? 1 + int(std::count(list.begin(), list.end(), ','))
                              : 1 + number_of(list.substr(dash)) - number_of(list.substr(0, dash));
    return list.starts_with('d') ? 2 * registers : registers;
}

bool accumulates(std::string_view name) {
    return begins(name, {"vmla.f", "vmls.f", "vfma.f", "vfms.f", "vnml", "vfnm"});
}

/// Whether an instruction calculates a float.
bool calculates(std::string_view name) {
    return accumulates(name) ||
           begins(name, {"vadd.f", "vsub.f", "vmul.f", "vnmul.f", "vdiv.f", "vsqrt.f", "vcvt"});
}

int cycles_of_calculation(std::string_view name) {
    if (accumulates(name)) return 2;
    return begins(name, {"vdiv.f", "vsqrt.f"}) ? 13 : 0;
}

std::string_view first_operand(std::string_view operands) {
    const auto begin = operands.find_first_not_of(" \t");
    if (begin == operands.npos) return {};
    return operands.substr(begin, operands.find_first_of(", ", begin) - begin);
}

/// Whether a register is named; s1 is not in s12.
bool names(std::string_view operands, std::string_view name) {
    for (auto at = operands.find(name); at != operands.npos; at = operands.find(name, at + 1)) {
        const auto behind = at + name.size();
        if (behind == operands.size() || operands[behind] < '0' || operands[behind] > '9')
            return true;
    }
    return false;
}

/// What an instruction reads when it begins: all, or all but the first.
std::string_view sources(std::string_view name, std::string_view operands) {
    if (begins(name, {"vcmp", "vstr", "vstm", "vpush"})) return operands;
    const auto comma = operands.find(',');
    return comma == operands.npos ? std::string_view{} : operands.substr(comma);
}

}  // namespace

int extra_cycles::of(std::string_view disassembly) {
    const auto blank = std::min(disassembly.find_first_of(" \t"), disassembly.size());
    const std::string_view name = disassembly.substr(0, blank),
                           operands = disassembly.substr(blank);
    const bool is_load = begins(name, {"ldr", "vldr"});
    const bool is_store = begins(name, {"str", "vstr"});
    int extra = is_load && !follows_transfer ? 1 : 0;
    follows_transfer = is_load || is_store;
    if (begins(name, {"ldrd", "strd"})) ++extra;
    if (begins(name, {"ldm", "stm", "push", "pop", "vldm", "vstm", "vpush", "vpop"}))
        extra += listed_words(operands);
    if (!result.empty() && names(sources(name, operands), result)) ++extra;
    result = calculates(name) ? first_operand(operands) : std::string_view{};
    return extra + cycles_of_calculation(name) + (is_branch(name) ? 2 : 0);
}

}  // namespace count
