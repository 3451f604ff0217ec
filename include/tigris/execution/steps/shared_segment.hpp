// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Runs a segment with two workers. Both run the same machine code. Each worker makes its rows of a
// call, and they meet after the call. Segments that are not shared are run by the first worker
// alone.

#include <tigris/execution/memory/packed.hpp>
#include <tigris/execution/steps/segment.hpp>

namespace tigris::execution {

/// One segment, with one worker.
template <class Memory, int Segment>
[[gnu::always_inline]] inline void run_alone(const Memory& memory) {
    if constexpr (has_packed<Memory::session::Model>) unpack_constants<Memory, Segment>(memory);
    run_segment<Memory, Segment>(memory);
    tell_segment<Memory, Segment>(memory);
}

/// Decodes the packed constants of a segment once, before both workers read them.
template <class Memory, int Segment>
[[gnu::always_inline]] inline void unpack_for_both(const Memory& memory) {
    if constexpr (unpacks<Memory, Segment>()) {
        if (memory.crew.is_first()) unpack_constants<Memory, Segment>(memory);
        memory.crew.meet();
    }
}

/// Runs the calls of the only task of a segment.
template <class Memory, int Segment>
[[gnu::noinline]] void share_segment(const Memory& memory) {
    constexpr planning::segment_plan s = Memory::plan.segments[Segment];
    constexpr int32_t rows = progress<Memory, Segment>::height(s.begin);
    constexpr int32_t tile = task_of<Memory, s.begin>.tile;
    unpack_for_both<Memory, Segment>(memory);
    for (int32_t q = 0; q < rows; q += tile) {
        const share_of_rows own = memory.crew.share(rows - q < tile ? rows - q : tile);
        if (own.count > 0) compute<s.begin, s.bottom_up>(memory, q + own.first, own.count);
        memory.crew.meet();
    }
}

/// Runs one segment of a run on one of two workers.
template <class Memory, int Segment>
[[gnu::always_inline]] inline void run_with_other(const Memory& memory) {
    if constexpr (is_shared(Memory::plan, Segment)) {
        share_segment<Memory, Segment>(memory);
    } else {
        if (memory.crew.is_first()) run_alone<Memory, Segment>(memory);
        if constexpr (is_shared(Memory::plan, Segment + 1)) memory.crew.meet();
    }
}

}  // namespace tigris::execution
