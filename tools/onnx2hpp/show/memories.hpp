// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// How much of each memory a plan takes.

#include <onnx2hpp/show/analysis.hpp>

#include <string>
#include <vector>

namespace onnx2hpp {

/// A line for each memory that is used, with a bar where it has a budget, and whether that is
/// kept. The name stands on the left, `title_width` wide.
std::vector<std::string> describe_memories(const analysis& a, std::size_t title_width,
                                           bool colored);

/// All memories in one line, and states that lie beside them: "fast 7.5 KB of 8.0 KB (94 %), flash
/// 32.4 KB, state 5.3 KB".
std::string spell_memories(const analysis& a);

/// Whether inputs and outputs of the caller fit into what the plan leaves of a board's memories.
bool has_room_for_callers(const analysis& a);

}  // namespace onnx2hpp
