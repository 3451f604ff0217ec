// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cycles.hpp"

#include "instruction.hpp"

namespace count {
namespace {

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
    const instruction parts(disassembly);
    const auto [name, operands] = parts;
    const bool is_load = begins(name, {"ldr", "vldr"});
    const bool is_store = begins(name, {"str", "vstr"});
    int extra = is_load && !follows_transfer ? 1 : 0;
    follows_transfer = is_load || is_store;
    if (begins(name, {"ldrd", "strd"})) ++extra;
    if (begins(name, {"ldm", "stm", "push", "pop", "vldm", "vstm", "vpush", "vpop"}))
        extra += parts.listed_words();
    if (!result.empty() && names(sources(name, operands), result)) ++extra;
    result = calculates(name) ? first_operand(operands) : std::string_view{};
    return extra + cycles_of_calculation(name) + (parts.is_branch() ? 2 : 0);
}

}  // namespace count
