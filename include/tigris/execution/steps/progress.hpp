// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// How many rows the tasks of a segment have made so far.

#include <tigris/execution/steps/step.hpp>

namespace tigris::execution {

template <bool Wide>
struct narrow_counter {
    using type = uint16_t;
};
template <>
struct narrow_counter<true> {
    using type = int32_t;
};

/// The number of the strip that runs; empty for a segment without strips.
template <bool HasStrips>
struct strip_number {};
template <>
struct strip_number<true> {
    int strip = 0;
};

/// Whether a segment is deep: more than 3 tasks pull each other. In a deep segment, arguments of a
/// kernel call should not lie on the stack while the kernel's caller pulls other tasks.
constexpr bool is_deep(const planning::segment_plan& segment) { return segment.size() > 3; }

/// What one run of a segment, or of one of its strips, needs: the rows that each task has made so
/// far. It lives on the stack.
template <class Memory, int Segment>
struct progress : strip_number<(Memory::plan.segments[Segment].strips > 1)> {
    using memory_type = Memory;
    static constexpr int segment = Segment;
    static constexpr const planning::segment_plan& plan = Memory::plan.segments[Segment];
    static constexpr bool bottom_up = plan.bottom_up;

    static constexpr int32_t highest() {
        int32_t rows = 0;
        for (int k = plan.begin; k < plan.end; ++k)
            if (height(k) > rows) rows = height(k);
        return rows;
    }
    static constexpr int32_t height(int task) {
        return Memory::plan.buffers[Memory::plan.tasks[task].output].height;
    }

    /// Places in the functions of the segment that pull a task.
    static constexpr int pull_sites(int task) {
        int sites = 0;
        for (int k = plan.begin; k < plan.end; ++k)
            for (int r = 0; r < Memory::plan.tasks[k].reads; ++r)
                if (Memory::plan.reads[Memory::plan.tasks[k].first_read + r].tensor ==
                    Memory::plan.tasks[task].output)
                    ++sites;
        return sites;
    }
    /// Whether a task has a function of its own. Otherwise compilers would inline whole chains into
    /// one nest of loops. They would also inline a task twice if two tasks pull it.
    static constexpr bool is_outlined(int task) {
        return pull_sites(task) > 1 || (task - plan.begin) % 8 == 7;
    }

    using counter = typename narrow_counter<(highest() > 65535)>::type;

    const Memory& memory;
    counter made[plan.size()]{};

    constexpr explicit progress(const Memory& m) : memory(m) {}
};

}  // namespace tigris::execution
