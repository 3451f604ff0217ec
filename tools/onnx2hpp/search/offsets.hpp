// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Searches for better offsets: first fit in many sequences.

#include <onnx2hpp/search/candidate.hpp>

namespace onnx2hpp {

/// Swaps blocks of the sequence in which they are placed, `tries` times. Keeps a swap if the fast
/// arena gets smaller. Stops when the arena has `enough` bytes. Gives the same answer each time.
candidate improve_offsets(planner& plans, const candidate& from, std::int64_t enough, int tries);

/// How many sequences of blocks, at most `most`, take no more work than given.
int sequences_within(const std::vector<tigris::planning::block>& blocks, int most,
                     std::int64_t work);

}  // namespace onnx2hpp
