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

/// Registers of a list between braces. A range counts as its ends.
int listed_registers(std::string_view operands) {
    const auto open = operands.find('{');
    if (open == operands.npos) return 0;
    return 1 + int(std::count(operands.begin() + std::ptrdiff_t(open), operands.end(), ','));
}

}  // namespace

int extra_cycles::of(std::string_view disassembly) {
    const std::string_view name = disassembly.substr(0, disassembly.find_first_of(" \t"));
    const bool is_load = begins(name, {"ldr", "vldr"});
    const bool is_store = begins(name, {"str", "vstr"});
    int extra = is_load && !follows_transfer ? 1 : 0;
    follows_transfer = is_load || is_store;
    if (begins(name, {"ldrd", "strd"})) ++extra;
    if (begins(name, {"ldm", "stm", "push", "pop", "vldm", "vstm", "vpush", "vpop"}))
        extra += listed_registers(disassembly);
    return extra + (is_branch(name) ? 2 : 0);
}

}  // namespace count
