// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Strips: a segment runs several times, each time for some columns of its output. Its rings are
// narrower then, and the columns at the seams are computed again.

#include <tigris/planning/segments/parts.hpp>
#include <tigris/planning/segments/segment.hpp>

namespace tigris::planning {

/// Finds the columns of each task's output in strip `index` of `strips`: made[k - begin] for task
/// k. The last task makes the strip itself. `producer_of(tensor)` is the task that makes a tensor.
template <class Tasks, class ProducerOf, class WidthOf>
constexpr void find_columns(const Tasks& tasks, view<const row_read> reads, int begin, int end,
                            int strips, int index, const ProducerOf& producer_of,
                            const WidthOf& width_of, column_range* made) {
    for (int k = begin; k < end; ++k) made[k - begin] = {};
    made[end - 1 - begin] = strip_of(width_of(tasks[end - 1].output), strips, index);
    for (int k = end - 1; k >= begin; --k)
        for (int r = tasks[k].first_read; r < tasks[k].first_read + tasks[k].reads; ++r) {
            if (reads[r].tensor < 0) continue;
            const int producer = producer_of(reads[r].tensor);
            if (producer < begin || producer >= end) continue;
            made[producer - begin].cover(
                rows_needed(reads[r].columns, made[k - begin], width_of(reads[r].tensor)));
        }
}

/// Whether a segment can run in strips: each task can make some columns, and there is one result.
constexpr bool can_run_in_strips(const row_network& n, view<const lifetime> lifetimes, int begin,
                                 int end) {
    for (int k = begin; k < end; ++k) {
        const task& t = n.tasks[k];
        const bool moves = t.does == action::spill || t.does == action::reload;
        if (!(moves || (t.does == action::compute && t.by_columns)) || t.whole) return false;
        const bool is_result =
            k == end - 1 || (k == end - 2 && n.tasks[end - 1].does == action::spill);
        if (lifetimes[t.output].last_reader >= end && !is_result) return false;
    }
    return true;
}

/// The strips of a segment, for each task.
struct strip_widths {
    int32_t of[max_segment_tasks]{};    // columns of the output's widest strip
    int32_t made[max_segment_tasks]{};  // columns of all strips of the output together
    int64_t recomputed_macs = 0;        // multiply-accumulates that are done again
};

constexpr strip_widths find_strip_widths(const row_network& n, view<const lifetime> lifetimes,
                                         int begin, int end, int strips) {
    strip_widths result{};
    if (strips == 1) {
        for (int k = begin; k < end; ++k)
            result.of[k - begin] = result.made[k - begin] = n.tensors[n.tasks[k].output].width();
        return result;
    }
    column_range made[max_segment_tasks]{};
    for (int index = 0; index < strips; ++index) {
        find_columns(
            n.tasks, n.reads, begin, end, strips, index,
            [&](int t) { return int(lifetimes[t].producer); },
            [&](int t) { return n.tensors[t].width(); }, made);
        for (int k = 0; k < end - begin; ++k) {
            result.made[k] += made[k].count();
            if (made[k].count() > result.of[k]) result.of[k] = made[k].count();
        }
    }
    for (int k = begin; k < end; ++k) {
        const int32_t width = n.tensors[n.tasks[k].output].width();
        const int64_t macs = n.tasks[k].macs * result.made[k - begin] / width;
        if (macs > n.tasks[k].macs) result.recomputed_macs += macs - n.tasks[k].macs;
    }
    return result;
}

constexpr tasks_in_parts parts_of_segment(const row_network& n, view<const lifetime> lifetimes,
                                          const segment_tasks& s) {
    return {n, lifetimes, s.end, s.parts,
            producers_in_parts(n, lifetimes, s.begin, s.end, s.under_windows())};
}

/// Bytes of a row of each task's output as the segment keeps it.
constexpr void find_row_bytes(const row_network& n, view<const lifetime> lifetimes,
                              const segment_tasks& s, view<int32_t> out) {
    const auto made = [&](int k) -> const row_tensor& { return n.tensors[n.tasks[k].output]; };
    for (int k = s.begin; k < s.end; ++k)
        out.data[k] = n.tensors.data[n.tasks.data[k].output].row_bytes;
    if (s.strips > 1) {
        const strip_widths widths = find_strip_widths(n, lifetimes, s.begin, s.end, s.strips);
        for (int k = s.begin; k < s.end; ++k) out[k] = widths.of[k - s.begin] * made(k).pixel_bytes;
    }
    if (s.parts == 1) return;
    const tasks_in_parts in_parts = parts_of_segment(n, lifetimes, s);
    for (int k = s.begin; k < s.end; ++k)
        if (in_parts.takes_turns(k) && !in_parts.keeps(k))
            out[k] = in_parts.widest(k) * made(k).pixel_bytes;
}

/// Calls in which task k of a segment makes its rows, with all columns or some per call.
constexpr int64_t calls_of(const row_network& n, view<const lifetime> lifetimes,
                           const segment_tasks& s, int k, int32_t tile) {
    const int32_t rows = n.tensors.data[n.tasks.data[k].output].rows;
    const int64_t calls = int64_t((rows + tile - 1) / tile) * s.strips;
    if (s.parts == 1) return calls;
    const tasks_in_parts in_parts = parts_of_segment(n, lifetimes, s);
    bool takes_turns = in_parts.takes_turns(k);
    for (const row_read& r : n.reads_of(k))
        if (r.tensor >= 0 && lifetimes[r.tensor].producer >= s.begin)
            takes_turns = takes_turns || in_parts.takes_turns(lifetimes[r.tensor].producer);
    return takes_turns ? in_parts.calls(k) : calls;
}

}  // namespace tigris::planning
