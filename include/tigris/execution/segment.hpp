// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Runs a segment: each task pulls the rows that it needs from the tasks before it, by direct calls.

#include <tigris/execution/parts_step.hpp>
#include <tigris/execution/tell.hpp>

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
