// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Tells a run's observer what was made.

#include <tigris/execution/steps/step.hpp>

namespace tigris::execution {

/// Tells of rows of a step's output from row q on, counted in the direction of the segment. In
/// strips, these are the columns of one strip.
template <int Task, bool BottomUp, class Memory>
[[gnu::always_inline]] inline void tell_rows(const Memory& memory, int32_t q, int32_t count) {
    constexpr const planning::task_plan& t = task_of<Memory, Task>;
    constexpr int32_t rows = Memory::plan.buffers[t.output].height;
    if constexpr (watches_rows<typename Memory::observer> && t.does == planning::action::compute)
        memory.observed.observer.on_row(t.step, BottomUp ? rows - q - count : q, count);
}

/// Tells of the output of a task, if it is a step's and is whole in memory after its segment.
template <int Task, class Memory>
void tell_step(const Memory& memory) {
    using session = typename Memory::session;
    constexpr const planning::task_plan& t = task_of<Memory, Task>;
    if constexpr (t.does == planning::action::compute &&
                  Memory::plan.buffers[t.output].alive_after) {
        constexpr int tensor = output_tensor<session, t.step>;
        memory.observed.observer.on_step(step_output{t.step, tensor,
                                                     session::Model.graph.tensors[tensor],
                                                     memory.template base<t.output>()});
    }
}

/// Tells of a segment that has run, after its steps.
template <class Memory, int Segment>
[[gnu::always_inline]] inline void tell_segment(const Memory& memory) {
    using observer = typename Memory::observer;
    constexpr const planning::segment_plan& s = Memory::plan.segments[Segment];
    if constexpr (watches_steps<observer>)
        for_each_index<s.size()>([&](auto k) { tell_step<s.begin + k.value>(memory); });
    if constexpr (watches_segments<observer>) memory.observed.observer.on_segment(Segment);
}

}  // namespace tigris::execution
