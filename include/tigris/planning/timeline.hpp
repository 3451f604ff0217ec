// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Bytes that live in fast memory at every step.

#include <tigris/planning/lifetime.hpp>

namespace tigris::planning {

constexpr int64_t align_up(int64_t bytes, int64_t alignment) {
    return (bytes + alignment - 1) / alignment * alignment;
}

/// Whether tensor t owns a piece of the arena (and does not merely share one).
constexpr bool owns_arena(view<const lifetime> tensors, int t) {
    return tensors[t].lives == home::arena && tensors[t].storage == t && tensors[t].first_step >= 0;
}

/// The most bytes live at once, and the first step where they are.
struct peak {
    int64_t bytes = 0;
    int step = 0;
};

/// live[s]: a step's operands and results together with its scratch, storage shared in place
/// counted once. No arena can be smaller than the peak.
constexpr peak find_timeline(const network& n, view<const lifetime> tensors, int64_t alignment,
                             view<int64_t> live) {
    for (int step = 0; step < n.steps.size; ++step)
        live[step] = align_up(n.steps[step].kernel.scratch_bytes, alignment);
    for (int t = 0; t < n.tensors.size; ++t) {
        if (!owns_arena(tensors, t)) continue;
        const int64_t bytes = align_up(n.tensors[t].bytes, alignment);
        for (int step = tensors[t].first_step; step <= tensors[t].last_step; ++step)
            live[step] += bytes;
    }
    peak highest{};
    for (int step = 0; step < n.steps.size; ++step)
        if (live[step] > highest.bytes) highest = {live[step], step};
    return highest;
}

}  // namespace tigris::planning
