// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The parts of an instruction of Arm, as QEMU spells them.

#include <initializer_list>
#include <string_view>
#include <vector>

namespace count {

bool begins(std::string_view text, std::initializer_list<std::string_view> prefixes);

/// `operands` are what follows the name.
struct instruction {
    std::string_view name;
    std::string_view operands;

    explicit instruction(std::string_view disassembly);

    bool is_branch() const;
    /// Words that a list between braces transfers.
    int listed_words() const;
    /// Names of registers in `operands`, in their order; each may come more than once.
    std::vector<std::string_view> registers() const;
};

}  // namespace count
