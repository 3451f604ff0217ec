// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Estimates how many rows of a tensor are needed at once while its readers run row by row. The
// partition uses the estimate. The replay of the schedule finds the exact number.

#include <tigris/planning/segments/segment.hpp>

namespace tigris::planning {

/// Rows of an input that one call of the reader needs to make one row; 1 if the reader adds up
/// rows.
constexpr int32_t window_rows(const task& reader, const row_rate& rate, int32_t rows) {
    if (reader.contract == ops::contract::accumulate && !reader.whole) return 1;
    const int32_t span = (rate.last - rate.first) / rate.divisor + (rate.divisor > 1 ? 2 : 1);
    return span < rows ? span : rows;
}

/// The join of tasks from `first` on. It is the first task J from `at` on that nothing bypasses: no
/// task after J reads an output of tasks [first, J). Requires joins[t], the join of the tasks after
/// t's producer, for the outputs t of these tasks.
constexpr int join_behind(const row_network& n, view<const int32_t> joins, int first, int at) {
    for (int k = first; k < at;) {
        k = joins[n.tasks[k].output];
        if (k > at) at = k;
    }
    return at;
}

/// Finds the join of each task's readers. joins[t] belongs to the task whose output is tensor t.
constexpr void find_joins(const row_network& n, view<const lifetime> lifetimes,
                          view<int32_t> joins) {
    for (int k = n.tasks.size - 1; k >= 0; --k) {
        const int16_t made = n.tasks.data[k].output;
        const int last = lifetimes.data[made].last_reader;
        const int at = last > k && last < n.tasks.size ? last : k + 1;
        joins.data[made] = join_behind(n, {joins.data, joins.size}, k + 1, at);
    }
}

/// Replays the tasks from the first reader of a tensor to the join of all its readers. It does so
/// for one row of the join's output after the other.
struct fan_out_walk {
    const row_network& n;
    view<const lifetime> lifetimes;
    int16_t tensor;                     // the tensor that several tasks read
    int first;                          // its first reader
    int join;                           // the join of its readers
    int32_t made[max_segment_tasks];    // rows of each task that the join needs so far
    int32_t before[max_segment_tasks];  // the same, before the last row of the join
    int32_t rise[max_segment_tasks];    // rows of each task that the last row of the join added

    constexpr fan_out_walk(const row_network& rows, view<const lifetime> of_rows, int16_t fans_out,
                           int from, int to)
        : n(rows), lifetimes(of_rows), tensor(fans_out), first(from), join(to) {
        for (int k = 0; k <= join - first; ++k) before[k] = rise[k] = 0;
    }

    /// Finds the rows of each task that the first `rows` rows of the join need. Returns the rows of
    /// the tensor that they need.
    constexpr int32_t pull(int32_t rows) {
        for (int k = 0; k <= join - first; ++k) made[k] = 0;
        made[join - first] = rows;
        int32_t needed = 0;
        for (int k = join; k >= first; --k) {
            const int32_t last = made[k - first] - 1;
            if (last < 0) continue;
            const task& t = n.tasks.data[k];
            for (int i = t.first_read; i < t.first_read + t.reads; ++i) {
                const row_read& r = n.reads.data[i];
                if (r.tensor < 0) continue;
                const int32_t until = rows_until(r.rate, last, n.tensors.data[r.tensor].rows);
                const int producer = lifetimes.data[r.tensor].producer;
                int32_t* count = r.tensor == tensor  ? &needed
                                 : producer >= first ? &made[producer - first]
                                                     : nullptr;
                if (count && *count < until) *count = until;
            }
        }
        return needed;
    }

    /// The first row of the tensor that is still needed after each task has made `before` rows.
    constexpr int32_t oldest() const {
        const int32_t rows = n.tensors[tensor].rows;
        int32_t oldest = rows;
        for (int k = first, last = lifetimes[tensor].last_reader; k <= last; ++k) {
            const task& t = n.tasks.data[k];
            for (int i = t.first_read; i < t.first_read + t.reads; ++i) {
                const row_read& r = n.reads.data[i];
                if (r.tensor != tensor) continue;
                const int32_t row = first_row(r.rate, before[k - first], rows);
                if (row < oldest) oldest = row;
            }
        }
        return oldest;
    }

    /// Whether each task's rows are a straight line over the rows of the join, until the task is
    /// complete.
    constexpr bool is_straight() const {
        for (int k = first; k <= join; ++k)
            for (const row_read& r : n.reads_of(k))
                if (r.tensor >= 0 && (r.rate.divisor != 1 || r.rate.last < 0)) return false;
        return true;
    }

    /// Whether the last row of the join needed as many new rows of each task as the row before it
    /// did.
    constexpr bool is_steady() {
        bool steady = true;
        for (int k = 0; k <= join - first; ++k) {
            const int32_t risen = made[k] - before[k];
            steady = steady && risen == rise[k];
            rise[k] = risen;
        }
        return steady;
    }

    /// The most rows of the tensor that are needed at once.
    constexpr int32_t rows() {
        const int32_t all = n.tensors[tensor].rows;
        if (n.tasks[join].contract == ops::contract::accumulate || n.tasks[join].whole) return all;
        const bool straight = is_straight();
        int32_t most = 1, before_it = 0;
        for (int32_t q = 0; q < n.tensors[n.tasks[join].output].rows; ++q) {
            const int32_t needed = pull(q + 1), span = needed - oldest();
            if (span > most) most = span;
            if (most >= all) return all;
            // From here on the span can only shrink, when tasks are complete.
            if (straight && is_steady() && span == before_it) break;
            before_it = span;
            for (int k = 0; k <= join - first; ++k) before[k] = made[k];
        }
        return most;
    }
};

/// Tasks [first, join] that are in step: all make `rows` rows, each of them from the row with the
/// same number. So no task gets ahead of another.
struct tasks_in_step {
    int first = 0;     // first task
    int join = -1;     // last task
    int32_t rows = 0;  // rows that each task makes

    constexpr bool have(int from, int to, int32_t count) const {
        return from >= first && to <= join && count == rows;
    }
};

/// Whether `tasks` are in step, and only tasks up to the join read the outputs of those before it.
constexpr bool are_in_step(const row_network& n, view<const lifetime> lifetimes,
                           const tasks_in_step& tasks) {
    for (int k = tasks.first; k <= tasks.join; ++k) {
        const task& t = n.tasks.data[k];
        const int last = lifetimes.data[t.output].last_reader;
        if (k < tasks.join && (last < 0 || last > tasks.join)) return false;
        if (n.tensors.data[t.output].rows != tasks.rows) return false;
        for (int r = t.first_read; r < t.first_read + t.reads; ++r)
            if (n.reads.data[r].tensor >= 0 && !is_one_by_one(n.reads.data[r].rate)) return false;
    }
    return true;
}

/// Rows of the ring of a tensor that several tasks read. `known`: the tasks that were last found to
/// be in step.
constexpr int32_t fan_out_rows(const row_network& n, view<const lifetime> lifetimes,
                               view<const int32_t> joins, int tensor, tasks_in_step& known) {
    const lifetime& l = lifetimes[tensor];
    const int32_t rows = n.tensors[tensor].rows;
    const int join = join_behind(n, joins, l.first_reader, l.last_reader);
    if (join - l.first_reader >= max_segment_tasks) return rows;
    if (known.have(l.first_reader, join, rows)) return 1;
    const tasks_in_step tasks{l.first_reader, join, rows};
    if (!are_in_step(n, lifetimes, tasks))
        return fan_out_walk(n, lifetimes, int16_t(tensor), l.first_reader, join).rows();
    known = tasks;
    return 1;
}

/// Rows of a tensor's ring. Requires the results of find_joins for the outputs of all tasks after
/// the tensor's producer.
constexpr int32_t ring_rows(const row_network& n, view<const lifetime> lifetimes,
                            view<const int32_t> joins, int tensor, tasks_in_step& known) {
    const lifetime& l = lifetimes.data[tensor];
    const int32_t rows = n.tensors.data[tensor].rows;
    if (l.readers == 0 || l.last_reader >= n.tasks.size || rows == 1) return rows;
    if (l.readers > 1) return fan_out_rows(n, lifetimes, joins, tensor, known);
    for (const row_read& r : n.reads_of(l.first_reader))
        if (r.tensor == tensor) return window_rows(n.tasks[l.first_reader], r.rate, rows);
    return rows;
}

/// Finds the rows of all rings. Until out[t] holds the rows of tensor t, it holds the join of t's
/// readers.
constexpr void find_ring_rows(const row_network& n, view<const lifetime> lifetimes,
                              view<int32_t> out) {
    tasks_in_step known{};
    const auto find = [&](int t) {
        const view<const int32_t> joins{out.data, out.size};
        out.data[t] =
            lifetimes.data[t].last_reader < 0 ? 0 : ring_rows(n, lifetimes, joins, t, known);
    };
    find_joins(n, lifetimes, out);
    for (int t = 0; t < n.tensors.size; ++t)
        if (lifetimes[t].producer < 0) find(t);
    for (const task& t : n.tasks) find(t.output);
}

}  // namespace tigris::planning
