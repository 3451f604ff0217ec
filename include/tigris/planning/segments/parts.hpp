// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Rows in parts. A producer and its reader take turns: the producer makes some columns of a row,
// then the reader reads these columns. So the row need not exist as a whole. There are three cases:
//
// * The reader reads single pixels. Nothing is computed again.
// * The reader has windows, and the rows under a window are made again for each row of the reader
//   (windows::again).
// * The reader has windows, and their rows are kept (windows::kept). Only the newest rows under a
//   window come in parts. Columns that the next part does not read move up, over rows that no
//   window reads any more.

#include <tigris/planning/rows/lifetime.hpp>
#include <tigris/planning/segments/segment.hpp>

namespace tigris::planning {

/// Whether a task can make some columns of a row.
constexpr bool goes_by_columns(const task& t) {
    return t.does == action::compute && t.by_columns && !t.whole &&
           t.contract == ops::contract::rows;
}

/// How the rows of a task pass to its reader.
///
/// * whole: not in parts.
/// * by_pixels: in parts, because the reader reads single pixels.
/// * by_windows: in parts; rows under several windows are made again.
/// * by_kept_windows: in parts; rows under several windows are kept.
enum class passing : uint8_t { whole, by_pixels, by_windows, by_kept_windows };

constexpr bool is_window(const row_rate& r) { return r.stride > 0 && r.divisor == 1; }

/// Rows under a window.
constexpr int32_t rows_under(const row_rate& r) { return r.last - r.first + 1; }

/// Whether windows over `rows` rows can be kept while `rows_made` rows are made of them.
/// Conditions:
///
/// * neighboring windows share rows;
/// * no window covers all rows;
/// * the first window begins at row 0 or above it;
/// * the last window begins inside the input.
constexpr bool may_keep_windows(const row_rate& r, int32_t rows, int32_t rows_made) {
    return rows_under(r) > r.stride && r.first <= 0 && rows_under(r) < rows &&
           (rows_made - 1) * r.stride + r.first < rows;
}

/// The end of the rows under the window of output row q, without its `newest` last rows. At most
/// `rows`.
constexpr int32_t rows_before_newest(const row_rate& r, int32_t q, int32_t newest, int32_t rows) {
    return within(q * r.stride + r.last + 1 - newest, rows);
}

/// Whether a task makes each pixel only from pixels at the same place.
constexpr bool makes_pixels_of_pixels(const row_network& n, const task& t) {
    for (const row_read& r : n.reads_of(int(&t - n.tasks.data)))
        if (r.tensor >= 0 && !(is_one_by_one(r.rate) && is_one_by_one(r.columns))) return false;
    return t.kernel.accumulator_bytes == 0;
}

/// How the output `t` of task k passes to the reader that makes `out` from it.
constexpr passing passing_to(const row_network& n, int k, const row_read& r, const row_tensor& t,
                             const row_tensor& out, windows how) {
    if (is_one_by_one(r.rate) && is_one_by_one(r.columns))
        return t.width() == out.width() ? passing::by_pixels : passing::whole;
    if (!is_window(r.rate) || !is_window(r.columns)) return passing::whole;
    if (how == windows::kept && may_keep_windows(r.rate, t.rows, out.rows))
        return passing::by_kept_windows;
    return how == windows::again && makes_pixels_of_pixels(n, n.tasks[k]) ? passing::by_windows
                                                                          : passing::whole;
}

/// How the output of task k passes to its reader. It passes in parts only if it has a single
/// reader. No tensor may share its slots: neither the output nor an input of task k merges
/// (lifetime.hpp).
constexpr passing passing_of(const row_network& n, view<const lifetime> lifetimes, int k,
                             windows how = windows::again) {
    const int16_t passed = n.tasks.data[k].output;
    const lifetime& l = lifetimes.data[passed];
    if (l.readers != 1 || l.merges || l.last_reader >= n.tasks.size) return passing::whole;
    if (!goes_by_columns(n.tasks.data[k])) return passing::whole;
    for (const row_read& r : n.reads_of(k))
        if (r.tensor >= 0 && lifetimes[r.tensor].merges) return passing::whole;
    const task& reader = n.tasks.data[l.last_reader];
    const row_tensor &t = n.tensors.data[passed], &out = n.tensors.data[reader.output];
    if (!goes_by_columns(reader)) return passing::whole;
    if (t.home != home::arena || t.width() < 2 || out.width() < 2) return passing::whole;
    for (const row_read& r : n.reads_of(l.last_reader))
        if (r.tensor == passed) return passing_to(n, k, r, t, out, how);
    return passing::whole;
}

/// Tasks of a segment, one bit each.
using task_set = uint32_t;
static_assert(max_segment_tasks <= 32);

/// The tasks of a segment that take turns with their readers. Bits count from the end of the
/// segment: the last task has bit 0.
struct part_producers {
    task_set all = 0;    // tasks that take turns
    task_set again = 0;  // those of them whose rows are made again
    task_set kept = 0;   // those of them whose rows are kept

    constexpr bool has(int bit) const { return all >> bit & 1; }
    constexpr bool makes_again(int bit) const { return again >> bit & 1; }
    constexpr bool keeps(int bit) const { return kept >> bit & 1; }

    /// Adds the task at `bit` if it can take turns with its reader. Returns whether it can.
    /// Requires that all later tasks were asked before. A reader that takes turns itself reads
    /// whole rows, with one exception: it passes single pixels, and the new task passes by windows.
    constexpr bool take(passing how, int bit, int reader_bit, bool may_make_again) {
        const bool anew = how == passing::by_windows, keep = how == passing::by_kept_windows;
        if (how == passing::whole || (anew && !may_make_again)) return false;
        if (has(reader_bit) && (!(anew || keep) || makes_again(reader_bit) || keeps(reader_bit)))
            return false;
        all |= task_set(1) << bit;
        if (anew) again |= task_set(1) << bit;
        if (keep) kept |= task_set(1) << bit;
        return true;
    }
};

constexpr part_producers producers_in_parts(const row_network& n, view<const lifetime> lifetimes,
                                            int begin, int end, windows how) {
    part_producers producers{};
    for (int k = end - 1; k >= begin; --k) {
        const int reader = lifetimes[n.tasks[k].output].last_reader;
        if (reader > k && reader < end)
            producers.take(passing_of(n, lifetimes, k, how), end - 1 - k, end - 1 - reader,
                           how == windows::again);
    }
    return producers;
}

/// Parts of a row of `columns` columns: at most one for each column.
constexpr int parts_of(int32_t columns, int parts) { return columns < parts ? columns : parts; }

/// Columns of the widest part.
constexpr int32_t columns_of_part(int32_t columns, int parts) {
    return (columns + parts - 1) / parts;
}

/// Columns of task k's output in part number `part` of `parts`. If takes_turns(k), these are the
/// columns that the reader needs for its own part.
template <class Tasks, class TakesTurns, class WidthOf>
constexpr column_range columns_in_part(const Tasks& tasks, view<const row_read> reads, int k,
                                       int parts, int part, const TakesTurns& takes_turns,
                                       const WidthOf& width_of) {
    const int16_t made = tasks[k].output;
    const int32_t width = width_of(made);
    if (!takes_turns(k)) return strip_of(width, parts_of(width, parts), part);
    int reader = k + 1, read = tasks[reader].first_read;
    while (reads[read].tensor != made) ++read;
    while (read >= tasks[reader].first_read + tasks[reader].reads) ++reader;
    const column_range needed =
        columns_in_part(tasks, reads, reader, parts, part, takes_turns, width_of);
    return rows_needed(reads[read].columns, needed, width);
}

/// Memory of a tensor whose windows are kept: whole rows, and after them the newest rows. Of the
/// newest rows only some columns are there.
struct kept_window {
    int32_t kept = 0;     // whole rows
    int32_t newest = 0;   // newest rows
    int32_t stride = 0;   // rows by which windows move
    int32_t above = 0;    // rows of padding above the first window
    int32_t columns = 0;  // columns of each newest row
};

/// Tasks [begin, end), whose rows pass in parts.
struct tasks_in_parts {
    const row_network& n;
    view<const lifetime> lifetimes;
    int end = 0;
    int parts = 1;
    part_producers producers{};

    constexpr bool takes_turns(int k) const { return producers.has(end - 1 - k); }
    constexpr bool makes_again(int k) const { return producers.makes_again(end - 1 - k); }
    constexpr bool keeps(int k) const { return producers.keeps(end - 1 - k); }
    constexpr int reader_of(int k) const { return lifetimes[n.tasks[k].output].last_reader; }
    constexpr int32_t width_of(int k) const { return n.tensors[n.tasks[k].output].width(); }
    constexpr const row_read& read_of(int k) const {
        const row_read* r = n.reads_of(reader_of(k)).begin();
        while (r->tensor != n.tasks[k].output) ++r;
        return *r;
    }

    /// Parts of a row of task k. Tasks that take turns have as many parts as the reader at the end
    /// of their chain.
    constexpr int parts_made(int k) const {
        while (takes_turns(k)) k = reader_of(k);
        return parts_of(width_of(k), parts);
    }
    constexpr column_range columns_made(int k, int part) const {
        return columns_in_part(
            n.tasks, n.reads, k, parts, part, [&](int producer) { return takes_turns(producer); },
            [&](int t) { return n.tensors[t].width(); });
    }
    constexpr int32_t widest(int k) const {
        int32_t columns = 0;
        for (int part = 0; part < parts_made(k); ++part)
            if (columns_made(k, part).count() > columns) columns = columns_made(k, part).count();
        return columns;
    }
    constexpr int64_t columns_of_all(int k) const {
        int64_t columns = 0;
        for (int part = 0; part < parts_made(k); ++part) columns += columns_made(k, part).count();
        return columns;
    }
    /// How many of the `stride` new rows under a window come in parts at once: all, or one. All of
    /// them come in parts only under two conditions:
    ///
    /// * The window keeps one row. Otherwise the addresses of its rows would not rise evenly on
    ///   both sides of one gap.
    /// * The inputs of the producer have fewer bytes per row than its output, since several rows of
    ///   inputs stay instead.
    constexpr int32_t newest_rows(int k) const {
        const row_rate rate = read_of(k).rate;
        if (rows_under(rate) - rate.stride != 1) return 1;
        int64_t read = 0;
        for (const row_read& r : n.reads_of(k))
            if (r.tensor >= 0 && n.tensors[r.tensor].home == home::arena)
                read += n.tensors[r.tensor].row_bytes;
        return read < n.tensors[n.tasks[k].output].row_bytes ? rate.stride : 1;
    }
    constexpr kept_window window_kept(int k) const {
        if (!keeps(k)) return {};
        const row_rate rate = read_of(k).rate;
        const int32_t newest = newest_rows(k);
        return {rows_under(rate) - newest, newest, rate.stride, -rate.first, widest(k)};
    }
    /// Calls in which task k makes all of its rows.
    constexpr int64_t calls(int k) const {
        return (rows_made(k) - rows_made_whole(k)) * parts_made(k) + rows_made_whole(k);
    }
    /// Rows that task k makes in one call each, not in parts. 0 unless its windows are kept.
    constexpr int64_t rows_made_whole(int k) const {
        if (!keeps(k)) return 0;
        const row_rate rate = read_of(k).rate;
        const int32_t rows = n.tensors[n.tasks[k].output].rows;
        int32_t made = 0;
        int64_t whole = 0;
        for (int32_t y = 0; y < n.tensors[n.tasks[reader_of(k)].output].rows; ++y) {
            const int32_t before = rows_before_newest(rate, y, newest_rows(k), rows);
            if (before > made) whole += before - made;
            made = rows_until(rate, y, rows);
        }
        return whole;
    }
    /// Rows that task k makes in all. A row that is made again counts each time.
    constexpr int64_t rows_made(int k) const {
        const int32_t rows = n.tensors[n.tasks[k].output].rows;
        if (keeps(k)) {
            const int32_t last = n.tensors[n.tasks[reader_of(k)].output].rows - 1;
            return rows_until(read_of(k).rate, last, rows);
        }
        if (!makes_again(k)) return rows;
        int64_t made = 0;
        for (int32_t y = 0; y < n.tensors[n.tasks[reader_of(k)].output].rows; ++y)
            made += rows_needed(read_of(k).rate, {y, y + 1}, rows).count();
        return made;
    }
    constexpr int64_t recomputed_macs(int k) const {
        if (!makes_again(k)) return 0;
        const int64_t all = int64_t(n.tensors[n.tasks[k].output].rows) * width_of(k);
        const int64_t made = rows_made(k) * columns_of_all(k);
        return made > all ? n.tasks[k].macs * (made - all) / all : 0;
    }
};

}  // namespace tigris::planning
