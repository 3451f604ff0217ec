// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Makes rows of a task. It pulls the rows that it needs from the tasks before it, by direct calls.

#include <tigris/execution/steps/parts_step.hpp>
#include <tigris/execution/steps/progress.hpp>
#include <tigris/execution/steps/tell.hpp>

namespace tigris::execution {

template <int Task, class Progress>
[[gnu::always_inline]] inline void pull_step(Progress& p);

template <int Task, class Progress>
[[gnu::noinline]] void outlined_step(Progress& p) {
    pull_step<Task>(p);
}

/// Makes the compiler read counters from memory again, so that copies of them take no stack
/// meanwhile.
template <class Progress>
[[gnu::always_inline]] inline void forget(Progress& p) {
    if constexpr (is_deep(Progress::plan)) asm("" : "+m"(p.made));
}

/// Runs a task until rows() rows of its output exist. Task -1 stands for another segment, which has
/// made all rows before.
template <int Task, class Progress, class Rows>
[[gnu::always_inline]] inline void need(Progress& p, const Rows& rows) {
    if constexpr (Task >= 0) {
        while (p.made[Task - Progress::plan.begin] < rows()) {
            if constexpr (Progress::is_outlined(Task))
                outlined_step<Task>(p);
            else
                pull_step<Task>(p);
            forget(p);
        }
    }
}
template <int Task, class Progress>
[[gnu::always_inline]] inline void need(Progress& p, int32_t rows) {
    need<Task>(p, [rows] { return rows; });
}

/// Which of the `rows` rows of input Index an output row needs. Both count in the direction of the
/// segment.
template <int Task, int Index, class Progress>
constexpr planning::row_rate rate_in_direction(int32_t rows) {
    using memory = typename Progress::memory_type;
    constexpr planning::row_rate rate =
        memory::plan.reads[task_of<memory, Task>.first_read + Index].rate;
    return Progress::bottom_up ? planning::mirrored(rate, rows, Progress::height(Task)) : rate;
}

/// The task of the segment that makes input Index in whole rows, or -1.
template <int Task, int Index, class Progress>
constexpr int producer_of_rows() {
    using memory = typename Progress::memory_type;
    constexpr int buffer = read_buffer<memory, Task, Index>;
    if (buffer < 0 || producer_in_parts<memory, Progress::segment, Task>(Index) >= 0) return -1;
    return producer_in_segment<memory, Progress::segment>(buffer);
}

/// Rows of input Index that the output rows before until() need.
template <int Task, int Index, class Progress, class Until>
struct rows_of_input {
    const Until& until;

    [[gnu::always_inline]] int32_t operator()() const {
        constexpr int32_t rows = Progress::height(producer_of_rows<Task, Index, Progress>());
        constexpr planning::row_rate rate = rate_in_direction<Task, Index, Progress>(rows);
        return planning::rows_until(rate, until() - 1, rows);
    }
};

template <int Task, class Progress, class Until>
[[gnu::always_inline]] inline void need_parts(Progress& p, const Until& until);

/// Pulls the input rows that output rows before until() need. There are few functions between a
/// task and the next one, because compilers copy all pulled tasks into each of them.
template <int Task, class Progress, class Until, int... Index>
[[gnu::always_inline]] inline void need_inputs(Progress& p, const Until& until,
                                               index_sequence<Index...>) {
    [[maybe_unused]] const int order[]{0,
                                       (need<producer_of_rows<Task, Index, Progress>()>(
                                            p, rows_of_input<Task, Index, Progress, Until>{until}),
                                        0)...};
    if constexpr (parts_read<typename Progress::memory_type, Progress::segment, Task>() > 1)
        need_parts<Task>(p, until);
}
template <class Progress, int Task>
using reads_of = make_index_sequence<task_of<typename Progress::memory_type, Task>.reads>;

/// Pulls the rows that the producer of an input in parts needs.
template <int Task, class Progress, class Until>
[[gnu::always_inline]] inline void need_parts(Progress& p, const Until& until) {
    using memory = typename Progress::memory_type;
    for_each_index<task_of<memory, Task>.reads>([&](auto i) __attribute__((always_inline)) {
        constexpr int producer = producer_in_parts<memory, Progress::segment, Task>(i.value);
        if constexpr (producer >= 0) {
            constexpr int32_t rows = Progress::height(producer);
            constexpr planning::row_rate rate = rate_in_direction<Task, i.value, Progress>(rows);
            const int32_t behind = planning::rows_until(rate, until() - 1, rows);
            if constexpr (reads_kept<memory, Task, i.value>()) {
                constexpr int32_t newest =
                    memory::plan.buffers[task_of<memory, producer>.output].newest;
                need<producer>(p, planning::rows_before_newest(rate, until() - 1, newest, rows));
                p.made[producer - Progress::plan.begin] = typename Progress::counter(behind);
            }
            need_inputs<producer>(
                p, [behind] { return behind; }, reads_of<Progress, producer>{});
        }
    });
}

/// Computes rows [q, q + n) of a task. Requires that their inputs exist.
template <int Task, class Progress>
[[gnu::always_inline]] inline void compute_task(const Progress& p, int32_t q, int32_t n) {
    using memory = typename Progress::memory_type;
    if constexpr (Progress::plan.strips > 1)
        compute_columns<strip_task<memory, Progress::segment, Task>>(p.memory, q, p.strip);
    else if constexpr (parts_read<memory, Progress::segment, Task>() > 1)
        compute_in_parts<memory, Progress::segment, Task, Progress::bottom_up>(p.memory, q);
    else
        compute<Task, Progress::bottom_up>(p.memory, q, n);
}
template <int Task, class Progress>
[[gnu::noinline]] void outlined_compute(const Progress& p, int32_t q, int32_t n) {
    compute_task<Task>(p, q, n);
}

/// Adds up all input rows, as soon as each is made.
template <int Task, class Progress>
[[gnu::always_inline]] inline void add_up(Progress& p) {
    using memory = typename Progress::memory_type;
    using session = typename memory::session;
    constexpr const planning::task_plan& t = task_of<memory, Task>;
    constexpr int buffer = read_buffer<memory, Task, 0>;
    constexpr int32_t rows = memory::plan.buffers[buffer].height;
    constexpr int producer = producer_in_segment<memory, Progress::segment>(buffer);
    constexpr auto Key = key_of_task<memory, Task>();
    const whole_memory<memory, Task> own{p.memory};
    const auto& record =
        record_in<session, step_of<memory, Task>, layer<session, step_of<memory, Task>>>(own);
    const auto tag = tag_for<session, step_of<memory, Task>>(own);
    auto* sums = own.sums();
    begin<Key>(tag, record, sums);
    for (int32_t row = 0; row < rows;) {
        int32_t until = rows;
        if constexpr (producer >= 0) {
            need<producer>(p, row + 1);
            until = p.made[producer - Progress::plan.begin];
        }
        const int32_t y = Progress::bottom_up ? rows - until : row;
        add_rows<Key>(
            tag, record, sums,
            window_of<input_element<session, step_of<memory, Task>>, buffer, Progress::bottom_up>(
                p.memory, y),
            y, until - row);
        row = until;
    }
    end<Key>(tag, record, sums,
             static_cast<output_element<session, step_of<memory, Task>>*>(
                 static_cast<void*>(row_to_write<t.output, Progress::bottom_up>(p.memory, 0))));
    tell_rows<Task, Progress::bottom_up>(p.memory, 0, 1);
    p.made[Task - Progress::plan.begin] = 1;
}

/// Makes the next rows of a task. A task that adds up makes its only result.
template <int Task, class Progress>
[[gnu::always_inline]] inline void pull_step(Progress& p) {
    constexpr const planning::task_plan& t = task_of<typename Progress::memory_type, Task>;
    if constexpr (t.contract == ops::contract::accumulate && !t.whole) {
        add_up<Task>(p);
    } else {
        constexpr int32_t rows = Progress::height(Task), tile = t.tile;
        auto& made = p.made[Task - Progress::plan.begin];
        const auto next = [&made]() __attribute__((always_inline)) {
            return rows % tile == 0 || rows - made > tile ? made + tile : rows;
        };
        need_inputs<Task>(p, next, reads_of<Progress, Task>{});
        const int32_t q = made, n = next() - q;
        if constexpr (is_deep(Progress::plan))
            outlined_compute<Task>(p, q, n);
        else
            compute_task<Task>(p, q, n);
        tell_rows<Task, Progress::bottom_up>(p.memory, q, n);
        made = typename Progress::counter(q + n);
    }
}

}  // namespace tigris::execution
