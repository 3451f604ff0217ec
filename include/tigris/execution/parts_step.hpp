// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Computes a row of a task in turns with those that make its inputs in parts (planning/parts.hpp).

#include <tigris/execution/strip_step.hpp>

namespace tigris::execution {

/// The task that makes input `i` of a task in parts, or -1.
template <class Memory, int Segment, int Task>
constexpr int maker_in_parts(int i) {
    const int buffer = Memory::plan.reads[task_of<Memory, Task>.first_read + i].tensor;
    const int maker = buffer < 0 ? -1 : maker_in_segment<Memory, Segment>(buffer);
    return maker >= 0 && Memory::plan.tasks[maker].parts > 1 ? maker : -1;
}

/// In how many parts a task reads, 1 if it reads whole rows.
template <class Memory, int Segment, int Task>
constexpr int parts_read() {
    int parts = 1;
    for (int i = 0; i < task_of<Memory, Task>.reads; ++i)
        if (const int maker = maker_in_parts<Memory, Segment, Task>(i); maker >= 0)
            parts = Memory::plan.tasks[maker].parts;
    return parts;
}

/// Part Part of Parts of row y of a task, behind those parts of its inputs that come so: of one row
/// each, or of all that its window covers.
template <class Memory, int Segment, int Parts, int Part, int Task, bool BottomUp>
[[gnu::always_inline]] inline void make_part(const Memory& memory, int32_t y) {
    using made = made_in_part<Memory, Parts, Part>;
    for_each_index<task_of<Memory, Task>.reads>([&](auto i) __attribute__((always_inline)) {
        constexpr int maker = maker_in_parts<Memory, Segment, Task>(i.value);
        if constexpr (maker >= 0) {
            constexpr planning::row_rate rate =
                Memory::plan.reads[task_of<Memory, Task>.first_read + i.value].rate;
            constexpr int32_t rows = Memory::plan.buffers[task_of<Memory, maker>.output].height;
            if constexpr (planning::is_one_by_one(rate)) {
                make_part<Memory, Segment, Parts, Part, maker, BottomUp>(memory, y);
            } else {
                const int32_t until = planning::rows_until(rate, y, rows);
                for (int32_t row = planning::first_row(rate, y, rows); row < until; ++row)
                    make_part<Memory, Segment, Parts, Part, maker, BottomUp>(memory, row);
            }
        }
    });
    compute_columns<narrow_task<Memory, Segment, made, BottomUp, Task>>(memory, y);
}

/// Row q of a task, counted in the segment's direction: the first columns of what it reads and of
/// its own, then the next ones.
template <class Memory, int Segment, int Task, bool BottomUp>
[[gnu::always_inline]] inline void compute_in_parts(const Memory& memory, int32_t q) {
    constexpr int parts = parts_read<Memory, Segment, Task>();
    constexpr int32_t rows = Memory::plan.buffers[task_of<Memory, Task>.output].height;
    const int32_t y = BottomUp ? rows - q - 1 : q;
    for_each_index<parts>([&](auto part) __attribute__((always_inline)) {
        make_part<Memory, Segment, parts, part.value, Task, BottomUp>(memory, y);
    });
}

}  // namespace tigris::execution
