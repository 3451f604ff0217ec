// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A model of a Cortex-M7's cycles: two instructions begin in a cycle, in their order. No wait
// states, no caches, and all branches are predicted.

#include "instruction.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace count {

/// What a cycle has of each unit, and what an instruction takes of it.
enum class unit { alu, dsp, shifter, extender, memory, mac, write, floats, branch, count };
using units = std::array<int, static_cast<size_t>(unit::count)>;

/// How an instruction goes through the pipeline: `latency` cycles pass until its result is read.
/// One that is `alone` begins with no other, and keeps the next away for `cycles`.
struct m7_use {
    units needs{};
    int latency = 1;
    int cycles = 1;
    bool alone = false;
};

/// Source: the units are those of GCC's description of this core, which Arm contributed
/// (gcc/config/arm/cortex-m7.md). Results of the ALU are read in the next cycle, as is measured
/// (docs/reference/measurements.md).
class m7_cycles {
public:
    /// Cycles beyond one that a sequence of instructions takes with this one; -1 for the second of
    /// a pair.
    int of(std::string_view disassembly);

private:
    std::int64_t ready_for(const instruction& parts, bool reads_first) const;
    bool fits(const m7_use& use) const;

    std::int64_t now_ = -1;  // the cycle in which the last one began
    int begun_ = 2;          // instructions of this cycle
    units taken_{};
    std::map<std::string, std::int64_t, std::less<>> ready_;
};

}  // namespace count
