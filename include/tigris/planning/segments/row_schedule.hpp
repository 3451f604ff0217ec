// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Replays the pull schedule of a segment. It finds how many rows of each tensor are there at once,
// and what is live together. It also finds how many bytes the output must keep from the input that
// dies.

#include <tigris/planning/segments/replay_tables.hpp>

namespace tigris::planning {

/// A watch that segment_replay tells nothing.
struct unwatched {
    static constexpr bool is_told = false;
};

/// Runs the schedule of one segment in one direction, without computing anything. Compilers
/// evaluate this many times.
///
/// `watch` is told of each call, if it wants to be:
///
/// * the task;
/// * the rows that it makes. For a task that adds up: the rows of its input, and none when it ends.
///   For rows in parts: none, because the call of their reader makes them;
/// * what is live: rings, working memories and whole results;
/// * the tables.
template <class Watch = unwatched>
class segment_replay {
public:
    constexpr segment_replay(const row_network& n, view<const lifetime> lifetimes,
                             view<const int32_t> tiles, const segment_tasks& s, bool bottom_up,
                             replay_room& room, replay_result& out, const Watch& watch = {})
        : tables_(n, lifetimes, tiles, s, bottom_up, room),
          tasks_(tables_.tasks),
          reads_(tables_.reads),
          last_(s.size() - 1),
          bottom_up_(bottom_up),
          watch_(watch),
          out_(out) {
        out_.dying = tables_.dying;
    }

    /// Returns how many calls of the last task were skipped, because they are like others. 0 if not
    /// `may_skip`.
    constexpr int32_t run(bool may_skip = true) {
        local_task& last = tasks_[last_];
        may_skip = may_skip && last.rows / last.tile > fewest_calls && tables_.find_rises();
        int32_t skipped = 0;
        while (last.made < last.rows) {
            const int32_t until = last.made + rows_at_once(last);
            if (tables_.other_sinks > 0) keep_pace(until);
            const bool rises = may_skip && is_rising();
            step(last_);
            if (rises) skipped = skip_calls(), may_skip = false;
        }
        if (tables_.other_sinks > 0) keep_pace(last.rows);
        return skipped;
    }

private:
    /// The fewest calls of the last task with which the replay tries to skip some.
    static constexpr int32_t fewest_calls = 8;

    /// Whether the next call of the last task is like the calls after it. All windows must be below
    /// the upper edge, and tensors that are read as a whole must be complete.
    constexpr bool is_rising() const {
        for (int i = 0; i < tables_.read_count; ++i) {
            const local_read& r = reads_[i];
            if (rise_of(r) > 0 ? r.oldest == 0
                               : r.producer >= 0 && tasks_[r.producer].made < r.rows)
                return false;
        }
        return true;
    }

    /// Skips calls of the last task that are like the one before: the rows of each task rise
    /// evenly, and nothing begins or ends. It does not skip the last of these calls. The distance
    /// of output and input is largest at the first or at the last call.
    constexpr int32_t skip_calls() {
        int32_t calls = INT32_MAX;
        const auto take = [&](int32_t room, int32_t rise) {
            if (rise > 0 && room / rise < calls) calls = room / rise;
        };
        for (int k = 0; k <= last_; ++k) take(tasks_[k].rows - 1 - tasks_[k].made, tasks_[k].rise);
        for (int i = 0; i < tables_.read_count; ++i)
            take(reads_[i].rows - reads_[i].oldest, rise_of(reads_[i]));
        if (--calls <= 0) return 0;
        for (int k = 0; k <= last_; ++k) {
            tasks_[k].made += calls * tasks_[k].rise;
            tasks_[k].written += calls * tasks_[k].rise;
        }
        for (int i = 0; i < tables_.read_count; ++i) reads_[i].oldest += calls * rise_of(reads_[i]);
        return calls;
    }
    constexpr int32_t rise_of(const local_read& r) const {
        return r.rate.stride * tasks_[r.reader].rise;
    }

    static constexpr int32_t rows_at_once(const local_task& t) {
        return t.tile < t.rows - t.made ? t.tile : t.rows - t.made;
    }

    /// Makes rows of the other tensors that outlive the segment, in proportion to `made` rows of
    /// the last task.
    constexpr void keep_pace(int32_t made) {
        const int32_t rows = tasks_[last_].rows;
        for (int k = 0; k < last_; ++k)
            if (tasks_[k].alive_after)
                need(k, int32_t((int64_t(made) * tasks_[k].rows + rows - 1) / rows));
    }

    constexpr void need(int k, int32_t rows) {
        while (tasks_[k].made < rows) step(k);
    }

    constexpr void step(int k) {
        if (tasks_[k].adds_up)
            add_up(k);
        else
            make_rows(k);
    }

    constexpr void add_up(int k) {
        local_read& r = reads_[tasks_[k].first_read];
        out_.scratch_conflicts[k] |= live_;
        live_ |= scratch_bit(k);
        for (int32_t row = 0; row < r.rows; ++row) {
            if (r.producer >= 0) need(r.producer, row + 1);
            tell(k, {row, row + 1});
            r.oldest = row + 1;
            release(r);
        }
        tasks_[k].made = 1;
        write(k, 1);
        tell(k, {});
        live_ &= ~scratch_bit(k);
    }

    constexpr void make_rows(int k) {
        local_task& t = tasks_[k];
        const int32_t first = t.made, until = first + rows_at_once(t);
        pull(t, until);
        if (t.reads_parts) make_parts(t, until, 0);
        t.made = until;
        if (t.keeps_state) keep_state(k);
        if (!t.in_place) write(k, until);
        if (t.has_scratch) out_.scratch_conflicts[k] |= live_ | ring_bit(k);
        tell(k, {first, until}, ring_bit(t.owner));
        release(t, until);
        if (t.in_place) write(k, until);
        if (t.reads_parts) release_parts(t, until);
        if (t.keeps_state && until == t.rows) live_ &= ~scratch_bit(k);
    }

    /// Tells the watch of a call of task k. `written` is live during the call, too.
    constexpr void tell(int k, const row_range& rows, local_set written = 0) {
        if constexpr (Watch::is_told) watch_(k, rows, live_ | written | scratch_bit(k), tables_);
    }

    /// Keeps the state of task k live, from the task's first row to its last.
    constexpr void keep_state(int k) {
        out_.scratch_conflicts[k] |= live_ | ring_bit(k);
        live_ |= scratch_bit(k);
    }

    /// Makes the input rows that a task needs. Of an input in parts it makes the rows that the
    /// producer needs.
    constexpr void pull(const local_task& t, int32_t until) {
        for (int i = t.first_read; i < t.end_read; ++i) {
            const local_read& r = reads_[i];
            if (r.producer >= 0 && !tasks_[r.producer].in_parts)
                need(r.producer, rows_until(r.rate, until - 1, r.rows));
        }
        if (!t.reads_parts) return;
        for (int i = t.first_read; i < t.end_read; ++i) {
            const local_read& r = reads_[i];
            if (r.producer < 0 || !tasks_[r.producer].in_parts) continue;
            if (const int32_t newest = tasks_[r.producer].newest; newest > 0)
                need(r.producer, rows_before_newest(r.rate, until - 1, newest, r.rows));
            pull(tasks_[r.producer], rows_until(r.rate, until - 1, r.rows));
        }
    }

    /// Makes the inputs in parts of `reader`. When a producer makes its next columns, the tasks
    /// after it have already written some of theirs: `written` are the rings of these tasks.
    constexpr void make_parts(const local_task& reader, int32_t until, local_set written) {
        written |= ring_bit(reader.owner);
        for (int i = reader.first_read; i < reader.end_read; ++i) {
            const int producer = reads_[i].producer;
            if (producer < 0 || !tasks_[producer].in_parts) continue;
            local_task& t = tasks_[producer];
            const int32_t rows = rows_until(reads_[i].rate, until - 1, reads_[i].rows);
            if (t.reads_parts) make_parts(t, rows, written);
            t.made = rows;
            write(producer, rows);
            if (t.has_scratch)
                out_.scratch_conflicts[producer] |= live_ | ring_bit(producer) | written;
            tell(producer, {}, written);
        }
    }
    constexpr void release_parts(const local_task& reader, int32_t until) {
        for (int i = reader.first_read; i < reader.end_read; ++i) {
            const int producer = reads_[i].producer;
            if (producer < 0 || !tasks_[producer].in_parts) continue;
            const int32_t left = until >= reader.rows ? tasks_[producer].rows
                                 : tasks_[producer].newest > 0
                                     ? tasks_[producer].made
                                     : first_row(reads_[i].rate, until, reads_[i].rows);
            release(tasks_[producer], left);
            if (tasks_[producer].reads_parts) release_parts(tasks_[producer], left);
        }
    }

    constexpr void release(const local_task& t, int32_t until) {
        for (int i = t.first_read; i < t.end_read; ++i) {
            local_read& r = reads_[i];
            r.oldest = until >= t.rows ? r.rows : first_row(r.rate, until, r.rows);
            release(r);
        }
    }

    /// Notes that rows before `until` of a task's output are there, in its own slots or in those of
    /// another tensor.
    constexpr void write(int k, int32_t until) {
        const int owner = tasks_[k].owner;
        local_task& own = tasks_[owner];
        if (own.is_ring) {
            if (until > own.written) own.written = until;
            out_.ring_conflicts.data[owner] |= live_;
            live_ |= ring_bit(owner);
            const int32_t rows = until - oldest(own.head, own.rows);
            if (rows > out_.ring.data[owner]) out_.ring.data[owner] = rows;
            return;
        }
        if constexpr (Watch::is_told) live_ |= ring_bit(owner);
        if (owner == last_ && tables_.dying_head >= 0) {
            const int32_t oldest_row = oldest(tables_.dying_head, tables_.dying_rows);
            const int64_t distance =
                int64_t(until) * tables_.row_bytes - int64_t(oldest_row) * tables_.dying_row_bytes;
            int64_t& most = bottom_up_ ? out_.up : out_.down;
            if (distance > most) most = distance;
        }
    }

    /// Ends the life of a ring when all rows that were written have been read.
    constexpr void release(const local_read& r) {
        if (r.producer < 0) return;
        const local_task& made = tasks_[r.producer];
        if (made.is_ring && oldest(made.head, made.rows) >= made.written)
            live_ &= ~ring_bit(r.producer);
    }

    /// The first of `rows` rows that the reads of a list still need.
    constexpr int32_t oldest(int head, int32_t rows) const {
        for (int r = head; r >= 0; r = reads_[r].next)
            if (reads_[r].oldest < rows) rows = reads_[r].oldest;
        return rows;
    }

    replay_tables tables_;
    local_task (&tasks_)[max_segment_tasks];
    local_read (&reads_)[max_segment_reads];
    int last_;
    bool bottom_up_;
    const Watch& watch_;
    replay_result& out_;
    local_set live_ = 0;
};

}  // namespace tigris::planning
