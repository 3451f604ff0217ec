// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Runs a segment: its last task pulls rows from the tasks before it (pull.hpp).

#include <tigris/execution/steps/pull.hpp>

namespace tigris::execution {

/// Whether the output of a task is needed after the segment.
template <class Memory>
constexpr bool outlives(int task) {
    return Memory::plan.buffers[Memory::plan.tasks[task].output].alive_after;
}

/// Makes rows of the other outputs that are needed after the segment, in proportion to `made` rows
/// of the last task.
template <class Memory, class Progress>
[[gnu::always_inline]] inline void keep_pace(Progress& p, int32_t made) {
    constexpr int last = Progress::plan.end - 1;
    constexpr int32_t rows = Progress::height(last);
    for_each_index<Progress::plan.size() - 1>([&](auto k) __attribute__((always_inline)) {
        constexpr int task = Progress::plan.begin + k.value;
        if constexpr (outlives<Memory>(task)) {
            constexpr int32_t own = Progress::height(task);
            need<task>(p, own == rows ? made : int32_t((int64_t(made) * own + rows - 1) / rows));
        }
    });
}

template <class Memory, int Segment>
constexpr bool has_other_sinks() {
    constexpr const planning::segment_plan& s = Memory::plan.segments[Segment];
    for (int k = s.begin; k < s.end - 1; ++k)
        if (outlives<Memory>(k)) return true;
    return false;
}

template <class Memory>
constexpr bool receives(const planning::segment_plan& s) {
    for (int k = s.begin; k < s.end; ++k)
        if (Memory::plan.tasks[k].does == planning::action::receive) return true;
    return false;
}

/// Asks row sources for the rest of their rows: rows at the end that no window reaches.
template <class Memory, class Progress>
[[gnu::always_inline]] inline void receive_rest(Progress& p) {
    for_each_index<Progress::plan.size()>([&](auto k) __attribute__((always_inline)) {
        constexpr int task = Progress::plan.begin + k.value;
        if constexpr (task_of<Memory, task>.does == planning::action::receive)
            need<task>(p, Progress::height(task));
    });
}

/// Whether a segment is one call of one kernel.
template <class Memory, int Segment>
constexpr bool is_one_call() {
    constexpr const planning::segment_plan& s = Memory::plan.segments[Segment];
    constexpr const planning::task_plan& t = task_of<Memory, s.end - 1>;
    const bool adds_up = t.contract == ops::contract::accumulate && !t.whole;
    return s.strips <= 1 && s.size() == 1 && !adds_up &&
           t.tile >= progress<Memory, Segment>::height(s.end - 1);
}

/// Runs one segment by the pull schedule. Not inlined, so that each segment frees its stack.
template <class Memory, int Segment>
[[gnu::noinline]] void pull_segment(const Memory& memory) {
    constexpr const planning::segment_plan& s = Memory::plan.segments[Segment];
    constexpr int last = s.end - 1;
    using pulled = progress<Memory, Segment>;
    constexpr int32_t rows = pulled::height(last);
    constexpr const planning::task_plan& t = task_of<Memory, last>;
    if constexpr (s.strips > 1) {
        for (int strip = 0; strip < s.strips; ++strip) {
            pulled p{memory};
            p.strip = strip;
            need<last>(p, rows);
        }
    } else {
        pulled p{memory};
        if constexpr (has_other_sinks<Memory, Segment>()) {
            for (int32_t q = 0; q < rows;) {
                q = rows - q > t.tile ? q + t.tile : rows;
                keep_pace<Memory>(p, q);
                need<last>(p, q);
            }
        } else {
            need<last>(p, rows);
        }
        if constexpr (receives<Memory>(s)) receive_rest<Memory>(p);
    }
}

/// Whether the plan has deep segments. Then each segment of one call gets a function of its own. So
/// arguments of its kernel do not lie on the stack while deep segments run.
template <class Memory>
inline constexpr bool has_deep_segments = [] {
    for (int i = 0; i < Memory::plan.segment_count; ++i)
        if (is_deep(Memory::plan.segments[i])) return true;
    return false;
}();

template <class Memory, int Segment>
[[gnu::always_inline]] inline void call_segment(const Memory& memory) {
    constexpr const planning::segment_plan& s = Memory::plan.segments[Segment];
    constexpr int last = s.end - 1;
    constexpr int32_t rows = progress<Memory, Segment>::height(last);
    compute<last, s.bottom_up>(memory, 0, rows);
    tell_rows<last, s.bottom_up>(memory, 0, rows);
}
template <class Memory, int Segment>
[[gnu::noinline]] void outlined_call_of_segment(const Memory& memory) {
    call_segment<Memory, Segment>(memory);
}

template <class Memory, int Segment>
[[gnu::always_inline]] inline void run_segment(const Memory& memory) {
    if constexpr (!is_one_call<Memory, Segment>())
        pull_segment<Memory, Segment>(memory);
    else if constexpr (has_deep_segments<Memory>)
        outlined_call_of_segment<Memory, Segment>(memory);
    else
        call_segment<Memory, Segment>(memory);
}

}  // namespace tigris::execution
