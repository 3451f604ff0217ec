// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// How many rows of a tensor are needed at once while its readers are streamed: an estimate for the
// partition, which the replay of the schedule makes exact.

#include <tigris/planning/lifetime.hpp>

namespace tigris::planning {

/// The most tasks in a segment: its stack grows with them, and its bits are one word.
inline constexpr int max_segment_tasks = 32;
inline constexpr int max_segment_reads = 96;

/// Rows under the window of one output row.
constexpr int32_t window_rows(const task& reader, const row_rate& rate, int32_t rows) {
    if (reader.runs == ops::contract::accumulate && !reader.whole) return 1;
    const int32_t span = (rate.last - rate.first) / rate.divisor + (rate.divisor > 1 ? 2 : 1);
    return span < rows ? span : rows;
}

/// Walks the tasks from a fan-out to their join, for one row of the join's output after the other.
/// All views have room for max_segment_tasks numbers.
struct fan_out_walk {
    const row_network& n;
    view<const lifetime> lives;
    int16_t tensor;
    int first;
    int join;
    int32_t made[max_segment_tasks]{};
    int32_t before[max_segment_tasks]{};
    int32_t rise[max_segment_tasks]{};

    /// The first task behind all readers that nothing passes by.
    constexpr int find_join() const {
        int at = lives[tensor].last_reader;
        for (int k = first; k < at && at - first < max_segment_tasks; ++k) {
            const int last = lives[n.tasks[k].output].last_reader;
            if (last > at && last < n.tasks.size) at = last;
        }
        return at;
    }

    /// Rows of each task that `rows` rows of the join need; gives those of the tensor.
    constexpr int32_t pull(int32_t rows) {
        for (int k = 0; k <= join - first; ++k) made[k] = 0;
        made[join - first] = rows;
        int32_t needed = 0;
        for (int k = join; k >= first; --k) {
            const int32_t last = made[k - first] - 1;
            if (last < 0) continue;
            for (const row_read& r : n.reads_of(k)) {
                if (r.tensor < 0) continue;
                const int32_t until = rows_until(r.rate, last, n.tensors.data[r.tensor].rows);
                const int maker = lives.data[r.tensor].maker;
                int32_t* count = r.tensor == tensor ? &needed
                                 : maker >= first   ? &made[maker - first]
                                                    : nullptr;
                if (count && *count < until) *count = until;
            }
        }
        return needed;
    }

    /// The first row of the tensor that is still needed when `before` rows were made.
    constexpr int32_t oldest() const {
        const int32_t rows = n.tensors[tensor].rows;
        int32_t oldest = rows;
        for (int k = first; k <= lives[tensor].last_reader; ++k)
            for (const row_read& r : n.reads_of(k)) {
                if (r.tensor != tensor) continue;
                const int32_t row = first_row(r.rate, before[k - first], rows);
                if (row < oldest) oldest = row;
            }
        return oldest;
    }

    /// Whether progress is made of straight lines: rows of tasks rise with the join's as long as
    /// none of them is complete.
    constexpr bool is_straight() const {
        for (int k = first; k <= join; ++k)
            for (const row_read& r : n.reads_of(k))
                if (r.tensor >= 0 && (r.rate.divisor != 1 || r.rate.last < 0)) return false;
        return true;
    }

    /// Whether the join's last row made all tasks rise as the one before did.
    constexpr bool is_steady() {
        bool steady = true;
        for (int k = 0; k <= join - first; ++k) {
            const int32_t risen = made[k] - before[k];
            steady = steady && risen == rise[k];
            rise[k] = risen;
        }
        return steady;
    }

    constexpr int32_t rows() {
        const int32_t all = n.tensors[tensor].rows;
        join = find_join();
        if (join - first >= max_segment_tasks) return all;
        if (n.tasks[join].runs == ops::contract::accumulate || n.tasks[join].whole) return all;
        const bool straight = is_straight();
        int32_t most = 1, before_it = 0;
        for (int32_t q = 0; q < n.tensors[n.tasks[join].output].rows; ++q) {
            const int32_t needed = pull(q + 1), span = needed - oldest();
            if (span > most) most = span;
            if (most >= all) return all;
            // From here on it can only fall, when rows end.
            if (straight && is_steady() && span == before_it) break;
            before_it = span;
            for (int k = 0; k <= join - first; ++k) before[k] = made[k];
        }
        return most;
    }
};

constexpr int32_t ring_rows(const row_network& n, view<const lifetime> lives, int tensor) {
    const lifetime& l = lives[tensor];
    const int32_t rows = n.tensors[tensor].rows;
    if (l.readers == 0 || l.last_reader >= n.tasks.size || rows == 1) return rows;
    if (l.readers > 1)
        return fan_out_walk{n, lives, int16_t(tensor), l.first_reader, l.last_reader}.rows();
    for (const row_read& r : n.reads_of(l.first_reader))
        if (r.tensor == tensor) return window_rows(n.tasks[l.first_reader], r.rate, rows);
    return rows;
}

constexpr void find_ring_rows(const row_network& n, view<const lifetime> lives, view<int32_t> out) {
    for (int t = 0; t < n.tensors.size; ++t)
        out[t] = lives[t].last_reader < 0 ? 0 : ring_rows(n, lives, t);
}

}  // namespace tigris::planning
