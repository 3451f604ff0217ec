// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A model of a Cortex-M4's cycles, instruction by instruction: no wait states, no caches.

#include <string>
#include <string_view>

namespace count {

/// What an instruction takes beyond one cycle, by its disassembly: a load that does not follow a
/// load or a store one, every further word of a multiple transfer one, a branch two. Of floats a
/// multiplication with accumulation takes two, a division or square root 13, and arithmetic one
/// more if the next instruction reads its result other than to add to it.
/// Source: Arm, Cortex-M4 Technical Reference Manual, 3.3 and 7.2.3; the branch is taken as always
/// taken.
class extra_cycles {
public:
    int of(std::string_view disassembly);

private:
    bool follows_transfer = false;
    std::string result;  // the register of floats that the instruction before calculated
};

}  // namespace count
