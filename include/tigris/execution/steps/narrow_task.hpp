// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A task that makes some columns of a row at a time: those of a strip of its segment
// (planning/segments/strips.hpp), or those of a part that passes to its reader
// (planning/segments/parts.hpp).

#include <tigris/execution/steps/step.hpp>
#include <tigris/planning/segments/parts.hpp>
#include <tigris/planning/segments/strips.hpp>

namespace tigris::execution {

/// The columns that each task of a segment makes in each strip.
template <class Memory, int Segment>
struct strip_columns {
    static constexpr const planning::segment_plan& plan = Memory::plan.segments[Segment];

    planning::column_range made[plan.strips][plan.size()]{};

    constexpr strip_columns() {
        for (int strip = 0; strip < plan.strips; ++strip)
            planning::find_columns(
                Memory::plan.tasks,
                view<const planning::row_read>{Memory::plan.reads, Memory::plan.read_count},
                plan.begin, plan.end, plan.strips, strip, producer_in_segment<Memory, Segment>,
                [](int buffer) { return Memory::plan.buffers[buffer].columns; }, made[strip]);
    }
};

template <class Memory, int Segment>
inline constexpr strip_columns<Memory, Segment> columns_of{};

/// A task that makes some columns of a row at a time, in `times` strips or parts. `Made` has two
/// functions for strip or part n. made_by(task, n) are the columns of the output that the task
/// makes. read_of(task, n) are the columns that its reader reads. n is an argument of the run, so
/// that all of them share an instance.
template <class M, int Segment, class Made, bool BottomUp, int T>
struct narrow_task {
    using memory = M;
    static constexpr int task = T;
    static constexpr bool bottom_up = BottomUp;
    static constexpr int times = Made::times;
    static constexpr const planning::task_plan& plan = M::plan.tasks[T];
    static constexpr int step = plan.step;
    static constexpr planning::column_range made(int n) { return Made::made_by(T, n); }
    static constexpr planning::column_range read(int n) { return Made::read_of(T, n); }

    /// Columns of input i that strip or part n reads.
    static constexpr planning::column_range needed(int i, int n) {
        const planning::row_read read = M::plan.reads[plan.first_read + i];
        return planning::rows_needed(read.columns, made(n), M::plan.buffers[read.tensor].columns);
    }
    /// Bytes from the start of a row of a buffer to column `at`. If a row has no room for all
    /// columns, it begins with the first column of strip or part n.
    static constexpr int32_t bytes_to(int buffer, int32_t at, int n) {
        const planning::buffer_plan& b = M::plan.buffers[buffer];
        const int32_t pixel = b.pixel_bytes ? b.pixel_bytes : b.own_row_bytes / b.columns;
        const int producer = producer_in_segment<M, Segment>(buffer);
        const bool is_narrow = producer >= 0 && b.row_bytes < b.columns * pixel;
        return (at - (is_narrow ? Made::made_by(producer, n).first : 0)) * pixel;
    }
};

/// The columns of strips.
template <class Memory, int Segment>
struct made_in_strips {
    static constexpr auto& columns = columns_of<Memory, Segment>;
    static constexpr int times = columns.plan.strips;

    static constexpr planning::column_range made_by(int task, int strip) {
        return columns.made[strip][task - columns.plan.begin];
    }
    static constexpr planning::column_range read_of(int task, int strip) {
        return made_by(task, strip);
    }
};
template <class Memory, int Segment, int Task>
using strip_task = narrow_task<Memory, Segment, made_in_strips<Memory, Segment>, false, Task>;

/// The columns of parts.
template <class Memory, int Parts>
struct made_in_parts {
    static constexpr int times = Parts;

    /// Columns that a task makes in a part. Columns that the part before left under a kept window
    /// are not among them.
    static constexpr planning::column_range made_by(int task, int part) {
        planning::column_range made = read_of(task, part);
        if (part == 0 || Memory::plan.buffers[Memory::plan.tasks[task].output].newest == 0)
            return made;
        const int32_t before = read_of(task, part - 1).last;
        if (made.first < before) made.first = before;
        return made;
    }
    /// Columns of the output of a task that its reader reads in a part.
    static constexpr planning::column_range read_of(int task, int part) {
        return planning::columns_in_part(
            Memory::plan.tasks,
            view<const planning::row_read>{Memory::plan.reads, Memory::plan.read_count}, task,
            Parts, part, [](int producer) { return Memory::plan.tasks[producer].parts > 1; },
            [](int buffer) { return Memory::plan.buffers[buffer].columns; });
    }
    /// The end of the columns of a part that the next part does not read.
    static constexpr int32_t done_with(int task, int part) {
        const planning::column_range here = read_of(task, part);
        if (part + 1 == Parts) return here.last;
        const int32_t next = read_of(task, part + 1).first;
        return next < here.last ? next : here.last;
    }
};

}  // namespace tigris::execution
