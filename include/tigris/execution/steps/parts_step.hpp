// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Computes a row of a task whose inputs come in parts. The task and the producers of its inputs
// take turns (planning/segments/parts.hpp).

#include <stddef.h>
#include <tigris/execution/steps/strip_step.hpp>

namespace tigris::execution {

/// The task that makes input `i` of a task in parts, or -1.
template <class Memory, int Segment, int Task>
constexpr int producer_in_parts(int i) {
    const int buffer = Memory::plan.reads[task_of<Memory, Task>.first_read + i].tensor;
    const int producer = buffer < 0 ? -1 : producer_in_segment<Memory, Segment>(buffer);
    return producer >= 0 && Memory::plan.tasks[producer].parts > 1 ? producer : -1;
}

/// Parts in which a task reads rows; 1 if it reads whole rows.
template <class Memory, int Segment, int Task>
constexpr int parts_read() {
    int parts = 1;
    for (int i = 0; i < task_of<Memory, Task>.reads; ++i)
        if (const int producer = producer_in_parts<Memory, Segment, Task>(i); producer >= 0)
            parts = Memory::plan.tasks[producer].parts;
    return parts;
}

/// A part of a row under a kept window, in bytes.
struct kept_part {
    int32_t begin = 0;  // bytes from the start of the row to the part
    int32_t done = 0;   // bytes that the next part does not read
    int32_t rest = 0;   // bytes that the next part reads, too
};

template <int Parts>
struct kept_parts {
    kept_part of[Parts]{};
};

template <class Memory, int Parts, int Producer>
constexpr auto find_kept_parts() {
    using made = made_in_parts<Memory, Parts>;
    constexpr const planning::buffer_plan& b =
        Memory::plan.buffers[task_of<Memory, Producer>.output];
    constexpr int32_t pixel = b.own_row_bytes / b.columns;
    kept_parts<Parts> parts{};
    for (int part = 0; part < Parts; ++part) {
        const planning::column_range here = made::read_of(Producer, part);
        const int32_t done = made::done_with(Producer, part);
        parts.of[part] = {here.first * pixel, (done - here.first) * pixel,
                          (here.last - done) * pixel};
    }
    return parts;
}
template <class Memory, int Parts, int Producer>
inline constexpr auto kept_parts_of = find_kept_parts<Memory, Parts, Producer>();

/// Moves columns of task Producer's output up under its kept window, after its reader has read part
/// `part`:
///
/// * Columns that the next part does not read move `stride` rows up, over rows that no window reads
///   any more.
/// * Of the newest rows, the other columns move to the front, for the next part.
template <class Memory, int Parts, int Producer>
[[gnu::always_inline]] inline void keep_window(const Memory& memory, int part) {
    constexpr int buffer = task_of<Memory, Producer>.output;
    constexpr const planning::buffer_plan& b = Memory::plan.buffers[buffer];
    const kept_part& here = kept_parts_of<Memory, Parts, Producer>.of[part];
    unsigned char* const rows = memory.template base<buffer>() + here.begin;
    unsigned char* const newest = memory.template base<buffer>() + b.rows * b.row_bytes;
    for (ptrdiff_t from = b.stride; from < b.rows + b.newest; ++from)
        __builtin_memcpy(
            rows + (from - b.stride) * b.row_bytes,
            from < b.rows ? rows + from * b.row_bytes : newest + (from - b.rows) * b.part_bytes,
            size_t(here.done));
    if (here.rest == 0) return;
    for (ptrdiff_t k = 0; k < b.newest; ++k)
        __builtin_memmove(newest + k * b.part_bytes, newest + k * b.part_bytes + here.done,
                          size_t(here.rest));
}

template <class Memory, int Segment, int Parts, bool BottomUp, int Task>
using part_task = narrow_task<Memory, Segment, made_in_parts<Memory, Parts>, BottomUp, Task>;

/// Makes the columns of part `part` of rows [first, until): the newest rows under a kept window.
template <class Memory, int Segment, int Parts, int Producer>
[[gnu::always_inline]] inline void make_newest(const Memory& memory, int32_t first, int32_t until,
                                               int part) {
    using narrow = part_task<Memory, Segment, Parts, false, Producer>;
    if (column_counts<narrow>.of[part] <= 0) return;
    for (int32_t y = first; y < until; ++y) compute_columns<narrow>(memory, y, part);
}

/// Makes part `part` of row y of a task. Before, it makes the part of each input that comes in
/// parts:
///
/// * of one row, if the task reads single pixels;
/// * of all rows under the window, if they are made again;
/// * of the newest rows under the window, if the others are kept.
template <class Memory, int Segment, int Parts, int Task, bool BottomUp>
[[gnu::always_inline]] inline void make_part(const Memory& memory, int32_t y, int part) {
    for_each_index<task_of<Memory, Task>.reads>([&](auto i) __attribute__((always_inline)) {
        constexpr int producer = producer_in_parts<Memory, Segment, Task>(i.value);
        if constexpr (producer >= 0) {
            constexpr planning::row_rate rate =
                Memory::plan.reads[task_of<Memory, Task>.first_read + i.value].rate;
            constexpr int32_t rows = Memory::plan.buffers[task_of<Memory, producer>.output].height;
            if constexpr (reads_kept<Memory, Task, i.value>()) {
                constexpr int32_t newest =
                    Memory::plan.buffers[task_of<Memory, producer>.output].newest;
                make_newest<Memory, Segment, Parts, producer>(
                    memory, planning::rows_before_newest(rate, y, newest, rows),
                    planning::rows_until(rate, y, rows), part);
            } else if constexpr (planning::is_one_by_one(rate)) {
                make_part<Memory, Segment, Parts, producer, BottomUp>(memory, y, part);
            } else {
                const int32_t until = planning::rows_until(rate, y, rows);
                for (int32_t row = planning::first_row(rate, y, rows); row < until; ++row)
                    make_part<Memory, Segment, Parts, producer, BottomUp>(memory, row, part);
            }
        }
    });
    compute_columns<part_task<Memory, Segment, Parts, BottomUp, Task>>(memory, y, part);
    for_each_index<task_of<Memory, Task>.reads>([&](auto i) __attribute__((always_inline)) {
        if constexpr (reads_kept<Memory, Task, i.value>())
            keep_window<Memory, Parts, producer_in_parts<Memory, Segment, Task>(i.value)>(memory,
                                                                                          part);
    });
}

/// Makes row q of a task, counted in the direction of the segment, part by part: first the columns
/// of its inputs, then its own.
template <class Memory, int Segment, int Task, bool BottomUp>
[[gnu::always_inline]] inline void compute_in_parts(const Memory& memory, int32_t q) {
    constexpr int parts = parts_read<Memory, Segment, Task>();
    constexpr int32_t rows = Memory::plan.buffers[task_of<Memory, Task>.output].height;
    const int32_t y = BottomUp ? rows - q - 1 : q;
    for (int part = 0; part < parts; ++part)
        make_part<Memory, Segment, parts, Task, BottomUp>(memory, y, part);
}

}  // namespace tigris::execution
