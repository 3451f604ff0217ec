// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// How much of each memory a plan takes.

#include <onnx2hpp/show/analysis.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace onnx2hpp {

/// What a summary says of a memory.
struct memory_line {
    std::string name;
    std::string text;    // bytes and verdict: it agrees with the exit code
    std::string remark;  // what to know of a verdict; empty for most
};

/// A line for each memory that is used, with a bar where it has a budget, and whether that is
/// kept.
std::vector<memory_line> describe_memories(const analysis& a, bool colored);

/// All memories in one line, and states that lie beside them: "fast 7.5 KB of 8.0 KB (94 %), flash
/// 32.4 KB, state 5.3 KB".
std::string spell_memories(const analysis& a);

/// What inputs and outputs of the caller take beyond what the plan leaves of a board's memories; 0
/// where these hold them, or no board is named.
std::int64_t bytes_lacking_for_callers(const analysis& a);

}  // namespace onnx2hpp
