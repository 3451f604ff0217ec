// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Computes rows of one task: its addresses, its kernel, one direct call.

#include <tigris/execution/memory/memory.hpp>
#include <tigris/execution/memory/prepared.hpp>
#include <tigris/execution/plans/step_key.hpp>
#include <tigris/execution/steps/whole_step.hpp>

namespace tigris::execution {

template <class Memory, int Task>
inline constexpr const planning::task_plan& task_of = Memory::plan.tasks[Task];

template <class Memory, int Task>
inline constexpr int step_of = task_of<Memory, Task>.step;

/// The task of a segment that makes a buffer, or -1.
template <class Memory, int Segment>
constexpr int producer_in_segment(int buffer) {
    constexpr const planning::segment_plan& s = Memory::plan.segments[Segment];
    for (int k = s.begin; k < s.end; ++k)
        if (Memory::plan.tasks[k].output == buffer) return k;
    return -1;
}

/// The buffer that a task reads as its input Index.
template <class Memory, int Task, int Index>
inline constexpr int read_buffer =
    Memory::plan.reads[task_of<Memory, Task>.first_read + Index].tensor;

/// Concatenated inputs that already lie in their slices of the output.
template <class Memory, int Task>
constexpr uint32_t inputs_in_slices() {
    uint32_t mask = 0;
    constexpr const planning::task_plan& t = task_of<Memory, Task>;
    if (!t.concatenates) return 0;
    const planning::buffer_plan& out = Memory::plan.buffers[t.output];
    for (int i = 0; i < t.reads && i < 32; ++i) {
        const int read = Memory::plan.reads[t.first_read + i].tensor;
        if (read < 0) continue;
        const planning::buffer_plan& in = Memory::plan.buffers[read];
        if (in.pixel_bytes != 0 && in.home == out.home && in.region == out.region &&
            in.index == out.index && in.offset == out.offset)
            mask |= uint32_t(1) << i;
    }
    return mask;
}

/// A step's key with the decisions of the planner. The operator has a member for each decision that
/// planners may make about it.
template <class Memory, int Task>
constexpr auto key_of_task() {
    using session = typename Memory::session;
    constexpr const planning::task_plan& t = task_of<Memory, Task>;
    constexpr int32_t pixel_bytes = Memory::plan.buffers[t.output].pixel_bytes;
    constexpr uint32_t in_slices = inputs_in_slices<Memory, Task>();
    auto made = key<session, step_of<Memory, Task>>;
    if constexpr (pixel_bytes != 0)
        made.out_pixel_stride =
            pixel_bytes / int32_t(sizeof(output_element<session, step_of<Memory, Task>>));
    if constexpr (in_slices != 0) made.in_slices = in_slices;
    if constexpr (t.vector_rows != 0) made.vector_rows = t.vector_rows;
    if constexpr (t.prepared) made.prepared = can_prepare<session, step_of<Memory, Task>>(0);
    return made;
}

/// The memory of a step that runs whole.
template <class Memory, int Task>
struct whole_memory {
    using session = typename Memory::session;
    static constexpr int step = step_of<Memory, Task>;

    const Memory& memory;

    template <int Index>
    auto* read() const {
        return static_cast<const input_element<session, step, Index>*>(
            static_cast<const void*>(memory.template begin<read_buffer<Memory, Task, Index>>()));
    }
    auto* write() const {
        return static_cast<output_element<session, step>*>(
            static_cast<void*>(memory.template base<task_of<Memory, Task>.output>()));
    }
    auto* sums() const {
        return static_cast<sum_of<session, step>*>(
            static_cast<void*>(memory.arenas[task_of<Memory, Task>.scratch_region] +
                               task_of<Memory, Task>.scratch_offset));
    }
    auto constants() const requires(has_blocks<session::Model>) { return memory.constants(); }
    /// The task's working memory; it begins after the sums of a task that adds up. Each worker has
    /// its own.
    void* scratch() const {
        constexpr const planning::task_plan& t = task_of<Memory, Task>;
        if constexpr (Memory::crew_type::count > 1 && t.workers > 1)
            return memory.arenas[t.scratch_region] + t.scratch_offset +
                   memory.crew.number * (t.scratch_bytes / t.workers);
        constexpr int64_t sums = planning::align_up(
            t.kernel.accumulator_bytes, offset_alignment<session::Model, session::Target>);
        return memory.arenas[t.scratch_region] + t.scratch_offset + sums;
    }
};

/// Whether a step reads a tensor as the rows that its buffer holds, and not under another shape.
template <class Memory, int Task, int Index>
constexpr bool sees_rows_of_buffer() {
    using session = typename Memory::session;
    constexpr int step = step_of<Memory, Task>;
    constexpr const planning::buffer_plan& b =
        Memory::plan.buffers[read_buffer<Memory, Task, Index>];
    constexpr row_extents e = extents_of<session, step>(input_tensor<session, step, Index>);
    return e.images == 1 && e.rows == b.height &&
           e.row_elements() * int32_t(sizeof(input_element<session, step, Index>)) ==
               b.own_row_bytes;
}

/// The window of input Index for output rows from y on.
template <int Task, int Index, bool BottomUp, class Memory>
[[gnu::always_inline]] inline auto input_window(const Memory& memory, int32_t y) {
    using session = typename Memory::session;
    constexpr int step = step_of<Memory, Task>;
    constexpr row_extents in = extents_of<session, step>(input_tensor<session, step, Index>);
    const int32_t first = window_begin<session, step, Index>(y);
    if constexpr (is_constant_input<session, step, Index>()) {
        return kernels::whole_window(constant_input<session, step, Index>(memory), first, in.rows,
                                     in.row_elements());
    } else {
        using element = input_element<session, step, Index>;
        constexpr int buffer = read_buffer<Memory, Task, Index>;
        if constexpr (sees_rows_of_buffer<Memory, Task, Index>())
            return window_of<element, buffer, BottomUp>(memory, first);
        else
            return kernels::whole_window(static_cast<const element*>(static_cast<const void*>(
                                             memory.template begin<buffer>())),
                                         first, in.rows, in.row_elements());
    }
}

/// Computes rows [y, y + count) of a step of the model from its data inputs.
template <int Task, bool BottomUp, class Memory, int... Index>
[[gnu::always_inline]] inline void compute_rows(const Memory& memory, int32_t y, int32_t count,
                                                index_sequence<Index...>) {
    using session = typename Memory::session;
    constexpr int step = step_of<Memory, Task>;
    constexpr auto Key = key_of_task<Memory, Task>();
    auto* out = static_cast<output_element<session, step>*>(
        static_cast<void*>(row_to_write<task_of<Memory, Task>.output, BottomUp>(memory, y)));
    const whole_memory<Memory, Task> own{memory};
    if constexpr (session::facts(step).op.in_order)
        call_in_order<session, step, Key>(own, out, y, count,
                                          input_window<Task, 0, BottomUp>(memory, y));
    else
        call_rows<session, step, Key>(tag_of_task<session, step, Key>(own),
                                      record_of_task<session, step, Key, layer<session, step>>(own),
                                      out, y, count,
                                      input_window<Task, Index, BottomUp>(memory, y)...);
}

/// Moves rows [y, y + count) between two memories, or to or from the caller, row by row.
template <int Task, bool BottomUp, class Memory>
[[gnu::always_inline]] inline void transfer_rows(const Memory& memory, int32_t y, int32_t count) {
    constexpr const planning::task_plan& t = task_of<Memory, Task>;
    for (; count > 0; --count, ++y) {
        if constexpr (t.does == planning::action::receive) {
            using element = element_t<Memory::session::Model.graph.tensors[t.output].type>;
            constexpr const planning::buffer_plan& b = Memory::plan.buffers[t.output];
            edge_at<b.index>(memory.in).receive(static_cast<element*>(static_cast<void*>(
                                                    row_to_write<t.output, BottomUp>(memory, y))),
                                                b.own_row_bytes / int(sizeof(element)), y);
        } else if constexpr (t.does == planning::action::send) {
            constexpr int read = read_buffer<Memory, Task, 0>;
            constexpr const planning::buffer_plan& sink = Memory::plan.buffers[t.output];
            using element = element_t<Memory::session::Model.graph.tensors[sink.tensor].type>;
            edge_at<sink.index>(memory.out)
                .send(static_cast<const element*>(
                          static_cast<const void*>(row_to_read<read, BottomUp>(memory, y))),
                      Memory::plan.buffers[read].own_row_bytes / int(sizeof(element)), y);
        } else {
            constexpr int read = read_buffer<Memory, Task, 0>;
            __builtin_memcpy(row_to_write<t.output, BottomUp>(memory, y),
                             row_to_read<read, BottomUp>(memory, y),
                             size_t(Memory::plan.buffers[read].own_row_bytes));
        }
    }
}

/// Computes rows of a task from row q on, counted in the direction of the segment.
template <int Task, bool BottomUp, class Memory>
[[gnu::always_inline]] inline void compute(const Memory& memory, int32_t q, int32_t count) {
    constexpr const planning::task_plan& t = task_of<Memory, Task>;
    constexpr int32_t rows = Memory::plan.buffers[t.output].height;
    const int32_t y = BottomUp ? rows - q - count : q;
    if constexpr (t.does != planning::action::compute)
        transfer_rows<Task, BottomUp>(memory, y, count);
    else if constexpr (t.whole)
        run_step<typename Memory::session, step_of<Memory, Task>>(
            whole_memory<Memory, Task>{memory});
    else
        compute_rows<Task, BottomUp>(memory, y, count,
                                     data_inputs<typename Memory::session, step_of<Memory, Task>>);
}

}  // namespace tigris::execution
