// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Rows in parts: where a row passes from one task to the next pixel by pixel, it need not be there
// as a whole. Maker and reader take turns, some columns at a time. Nothing is computed again.

#include <tigris/planning/lifetime.hpp>
#include <tigris/planning/ring_rows.hpp>

namespace tigris::planning {

/// Each row (column) of the output needs the one of its own number.
constexpr bool is_one_by_one(const row_rate& r) {
    return r.stride == 1 && r.first == 0 && r.last == 0 && r.divisor == 1;
}

/// Whether a task can make some columns of a row.
constexpr bool goes_by_columns(const task& t) {
    return t.does == action::compute && t.by_columns && !t.whole && t.runs == ops::contract::rows;
}

/// Whether what task k makes is read by one task only, pixel by pixel, and nothing else is written
/// where it lies.
constexpr bool may_pass_in_parts(const row_network& n, view<const lifetime> lives, int k) {
    const int16_t passed = n.tasks[k].output;
    const lifetime& l = lives[passed];
    if (l.readers != 1 || l.merges || l.last_reader >= n.tasks.size) return false;
    for (const row_read& r : n.reads_of(k))
        if (r.tensor >= 0 && lives[r.tensor].merges) return false;
    const task& reader = n.tasks[l.last_reader];
    const row_tensor &t = n.tensors[passed], &out = n.tensors[reader.output];
    if (!goes_by_columns(n.tasks[k]) || !goes_by_columns(reader)) return false;
    if (t.lives != home::arena || t.width() != out.width() || t.width() < 2) return false;
    for (const row_read& r : n.reads_of(l.last_reader))
        if (r.tensor == passed) return is_one_by_one(r.rate) && is_one_by_one(r.columns);
    return false;
}

/// Tasks of a segment, as bits: the first has bit 0.
using task_set = uint32_t;
static_assert(max_segment_tasks <= 32);

/// The tasks of a segment that take turns with their readers, where its rows pass in parts. No
/// task is both such a maker and such a reader.
constexpr task_set makers_in_parts(const row_network& n, view<const lifetime> lives, int begin,
                                   int end) {
    task_set makers = 0;
    for (int k = end - 1; k >= begin; --k) {
        const int reader = lives[n.tasks[k].output].last_reader;
        if (reader >= begin && reader < end && !(makers >> (reader - begin) & 1) &&
            may_pass_in_parts(n, lives, k))
            makers |= task_set(1) << (k - begin);
    }
    return makers;
}

/// In how many parts a row of so many columns passes.
constexpr int parts_of(int32_t columns, int parts) { return columns < parts ? columns : parts; }

/// Columns of the widest part.
constexpr int32_t columns_of_part(int32_t columns, int parts) {
    return (columns + parts - 1) / parts;
}

}  // namespace tigris::planning
