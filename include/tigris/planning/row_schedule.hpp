// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The pull schedule of a segment, replayed: how many rows of each tensor are there at once, what is
// live together, and how far the segment's output must keep from the input that dies in it.

#include <tigris/planning/parts.hpp>
#include <tigris/planning/segment.hpp>

namespace tigris::planning {

/// Runs the schedule of one segment in one direction, without computing anything. Compilers
/// evaluate this many times: everything that it asks for is looked up once, in tables of the
/// segment's own.
class segment_replay {
public:
    constexpr segment_replay(const row_network& n, view<const lifetime> lives,
                             view<const int32_t> tiles, const segment_tasks& s, bool bottom_up,
                             replay_result& out)
        : n_(n), lives_(lives), s_(s), bottom_up_(bottom_up), out_(out) {
        for (int k = 0; k < s.size(); ++k) describe(k, tiles[s.begin + k]);
        for (int k = 0; k < s.size(); ++k) describe_reads(k);
        if (s.parts > 1) find_makers_in_parts();
        find_output();
    }

    constexpr void run() {
        local_task& last = tasks_[s_.size() - 1];
        while (last.made < last.rows) {
            const int32_t until = last.made + rows_at_once(last);
            if (other_sinks_ > 0) keep_pace(until);
            step(s_.size() - 1);
        }
        if (other_sinks_ > 0) keep_pace(last.rows);
    }

private:
    /// `owner`: the task in whose output's slots it writes. `head`: the first read of its output.
    struct local_task {
        int32_t rows = 0;
        int32_t tile = 1;
        int32_t made = 0;
        int16_t owner = -1;
        int16_t first_read = 0;
        int16_t end_read = 0;
        int16_t head = -1;
        bool is_ring = false;
        bool lives_on = false;
        bool adds_up = false;
        bool keeps_state = false;
        bool has_scratch = false;
        bool in_place = false;
        bool in_parts = false;
        bool reads_parts = false;
        /// Rows under a window that is kept that come in parts.
        int32_t newest = 0;
    };
    /// `maker`: the task of the segment that makes what is read, or -1. `oldest`: the first row
    /// that is still to be read. `next`: another read of the same tensor.
    struct local_read {
        row_rate rate{};
        int32_t rows = 0;
        int32_t oldest = 0;
        int16_t maker = -1;
        int16_t reader = -1;
        int16_t tensor = -1;
        int16_t next = -1;
    };

    constexpr void describe(int k, int32_t tile) {
        const int number = s_.begin + k;
        const task& t = n_.tasks[number];
        const lifetime& l = lives_[t.output];
        local_task& out = tasks_[k];
        out.rows = n_.tensors[t.output].rows;
        out.tile = t.whole || s_.whole ? out.rows : tile;
        out.owner = int16_t(lives_[slot_owner(n_, lives_, s_, t.output)].maker - s_.begin);
        out.is_ring = !is_whole(l, s_) && n_.tensors[t.output].lives == home::arena;
        out.lives_on = l.last_reader >= s_.end;
        out.adds_up = t.runs == ops::contract::accumulate && !t.whole;
        out.keeps_state = t.runs == ops::contract::rows && !t.whole && !s_.whole &&
                          t.kernel.accumulator_bytes > 0;
        out.has_scratch =
            scratch_of(t.kernel, 1) > 0 || (t.whole && t.kernel.accumulator_bytes > 0);
        if (out.lives_on && k < s_.size() - 1) ++other_sinks_;
    }

    constexpr void describe_reads(int k) {
        tasks_[k].first_read = int16_t(read_count_);
        for (const row_read& r : n_.reads_of(s_.begin + k)) {
            if (r.tensor < 0) continue;
            const int number = read_count_++, maker = lives_[r.tensor].maker - s_.begin;
            local_read& out = reads_[number];
            out.rows = n_.tensors[r.tensor].rows;
            out.rate = bottom_up_ ? mirrored(r.rate, out.rows, tasks_[k].rows) : r.rate;
            out.tensor = r.tensor;
            out.reader = int16_t(k);
            if (maker < 0) continue;
            out.maker = int16_t(maker);
            out.next = tasks_[maker].head;
            tasks_[maker].head = int16_t(number);
        }
        tasks_[k].end_read = int16_t(read_count_);
    }

    constexpr void find_makers_in_parts() {
        const part_makers makers =
            makers_in_parts(n_, lives_, s_.begin, s_.end, s_.under_windows());
        const tasks_in_parts in_parts{n_, lives_, s_.end, s_.parts, makers};
        for (int k = 0; k < s_.size(); ++k) {
            if (!makers.has(s_.size() - 1 - k)) continue;
            tasks_[k].in_parts = true;
            if (in_parts.keeps(s_.begin + k)) tasks_[k].newest = in_parts.newest_rows(s_.begin + k);
            tasks_[reads_[tasks_[k].head].reader].reads_parts = true;
        }
    }

    /// The output, and the largest input that dies here.
    constexpr void find_output() {
        const int16_t last = n_.tasks[s_.end - 1].output;
        if (other_sinks_ > 0 || s_.strips > 1 || !may_overlap(last)) return;
        int16_t largest = -1;
        for (int r = 0; r < read_count_; ++r) {
            const int16_t t = reads_[r].tensor;
            if (reads_[r].maker >= 0 || !may_overlap(t) || lives_[t].last_reader >= s_.end)
                continue;
            if (largest < 0 || n_.tensors[t].bytes() > n_.tensors[largest].bytes()) largest = t;
        }
        if (largest < 0) return;
        out_.dying = largest;
        for (int r = 0; r < read_count_; ++r)
            if (reads_[r].tensor == largest) reads_[r].next = int16_t(dying_head_), dying_head_ = r;
        row_bytes_ = n_.tensors[last].row_bytes;
        dying_row_bytes_ = n_.tensors[largest].row_bytes;
        dying_rows_ = n_.tensors[largest].rows;
        for (int k = 0; k < s_.size(); ++k)
            tasks_[k].in_place = !bottom_up_ && k == s_.size() - 1 &&
                                 overwrites(n_, n_.tasks[s_.begin + k], largest);
    }
    constexpr bool may_overlap(int t) const {
        return n_.tensors[t].lives == home::arena && n_.tensors[t].region == fast_region;
    }

    static constexpr int32_t rows_at_once(const local_task& t) {
        return t.tile < t.rows - t.made ? t.tile : t.rows - t.made;
    }

    /// The other tensors that outlive the segment keep up with the last task's.
    constexpr void keep_pace(int32_t made) {
        const int32_t rows = tasks_[s_.size() - 1].rows;
        for (int k = 0; k < s_.size() - 1; ++k)
            if (tasks_[k].lives_on)
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
            if (r.maker >= 0) need(r.maker, row + 1);
            r.oldest = row + 1;
            release(r);
        }
        tasks_[k].made = 1;
        write(k, 1);
        live_ &= ~scratch_bit(k);
    }

    constexpr void make_rows(int k) {
        local_task& t = tasks_[k];
        const int32_t until = t.made + rows_at_once(t);
        pull(t, until);
        if (t.reads_parts) make_parts(t, until, 0);
        t.made = until;
        if (t.keeps_state) keep_state(k);
        if (!t.in_place) write(k, until);
        if (t.has_scratch) out_.scratch_conflicts[k] |= live_ | ring_bit(k);
        release(t, until);
        if (t.in_place) write(k, until);
        if (t.reads_parts) release_parts(t, until);
        if (t.keeps_state && until == t.rows) live_ &= ~scratch_bit(k);
    }

    /// From its first row to its last.
    constexpr void keep_state(int k) {
        out_.scratch_conflicts[k] |= live_ | ring_bit(k);
        live_ |= scratch_bit(k);
    }

    /// The rows that a task needs for its own; for what comes in parts, the rows that its maker
    /// needs.
    constexpr void pull(const local_task& t, int32_t until) {
        for (int i = t.first_read; i < t.end_read; ++i) {
            const local_read& r = reads_[i];
            if (r.maker >= 0 && !tasks_[r.maker].in_parts)
                need(r.maker, rows_until(r.rate, until - 1, r.rows));
        }
        if (!t.reads_parts) return;
        for (int i = t.first_read; i < t.end_read; ++i) {
            const local_read& r = reads_[i];
            if (r.maker < 0 || !tasks_[r.maker].in_parts) continue;
            if (const int32_t newest = tasks_[r.maker].newest; newest > 0)
                need(r.maker, rows_before_newest(r.rate, until - 1, newest, r.rows));
            pull(tasks_[r.maker], rows_until(r.rate, until - 1, r.rows));
        }
    }

    /// A reader of parts, and whoever reads its own parts, has written some columns when its makers
    /// make the next ones: `written` are their rings.
    constexpr void make_parts(const local_task& reader, int32_t until, local_set written) {
        written |= ring_bit(reader.owner);
        for (int i = reader.first_read; i < reader.end_read; ++i) {
            const int maker = reads_[i].maker;
            if (maker < 0 || !tasks_[maker].in_parts) continue;
            local_task& t = tasks_[maker];
            const int32_t rows = rows_until(reads_[i].rate, until - 1, reads_[i].rows);
            if (t.reads_parts) make_parts(t, rows, written);
            t.made = rows;
            write(maker, rows);
            if (t.has_scratch) out_.scratch_conflicts[maker] |= live_ | ring_bit(maker) | written;
        }
    }
    constexpr void release_parts(const local_task& reader, int32_t until) {
        for (int i = reader.first_read; i < reader.end_read; ++i) {
            const int maker = reads_[i].maker;
            if (maker < 0 || !tasks_[maker].in_parts) continue;
            const int32_t left = until >= reader.rows ? tasks_[maker].rows
                                 : tasks_[maker].newest > 0
                                     ? tasks_[maker].made
                                     : first_row(reads_[i].rate, until, reads_[i].rows);
            release(tasks_[maker], left);
            if (tasks_[maker].reads_parts) release_parts(tasks_[maker], left);
        }
    }

    constexpr void release(const local_task& t, int32_t until) {
        for (int i = t.first_read; i < t.end_read; ++i) {
            local_read& r = reads_[i];
            r.oldest = until >= t.rows ? r.rows : first_row(r.rate, until, r.rows);
            release(r);
        }
    }

    /// Rows before `until` of a task's output are there, in their own slots or another tensor's.
    constexpr void write(int k, int32_t until) {
        const int owner = tasks_[k].owner;
        const local_task& own = tasks_[owner];
        if (own.is_ring) {
            out_.ring_conflicts[owner] |= live_;
            live_ |= ring_bit(owner);
            const int32_t rows = until - oldest(own.head, own.rows);
            if (rows > out_.ring[owner]) out_.ring[owner] = rows;
        } else if (owner == s_.size() - 1 && dying_head_ >= 0) {
            const int64_t distance = int64_t(until) * row_bytes_ -
                                     int64_t(oldest(dying_head_, dying_rows_)) * dying_row_bytes_;
            int64_t& most = bottom_up_ ? out_.up : out_.down;
            if (distance > most) most = distance;
        }
    }

    /// Nothing of a ring is left when all that was made was read.
    constexpr void release(const local_read& r) {
        if (r.maker < 0) return;
        const local_task& made = tasks_[r.maker];
        if (made.is_ring && oldest(made.head, made.rows) >= made.made) live_ &= ~ring_bit(r.maker);
    }

    /// The first of `rows` rows that a read of the list still needs.
    constexpr int32_t oldest(int head, int32_t rows) const {
        for (int r = head; r >= 0; r = reads_[r].next)
            if (reads_[r].oldest < rows) rows = reads_[r].oldest;
        return rows;
    }

    const row_network& n_;
    view<const lifetime> lives_;
    segment_tasks s_;
    bool bottom_up_;
    replay_result& out_;
    local_task tasks_[max_segment_tasks]{};
    local_read reads_[max_segment_reads]{};
    int read_count_ = 0;
    local_set live_ = 0;
    int other_sinks_ = 0;
    int dying_head_ = -1;
    int32_t row_bytes_ = 0;
    int32_t dying_row_bytes_ = 0;
    int32_t dying_rows_ = 0;
};

constexpr bool must_go_down(const row_network& n, const segment_tasks& s) {
    if (s.keeps) return true;
    for (int k = s.begin; k < s.end; ++k)
        if (n.tasks[k].in_image_order) return true;
    return false;
}

/// A segment of one task in one call needs no replay: its output keeps clear of the input, unless
/// it may be written over it.
constexpr void replay_whole(const row_network& n, view<const lifetime> lives,
                            const segment_tasks& s, replay_result& out) {
    const task& t = n.tasks[s.begin];
    const row_tensor& made = n.tensors[t.output];
    if (t.kernel.accumulator_bytes > 0 || scratch_of(t.kernel, made.rows) > 0)
        out.scratch_conflicts[0] = ring_bit(0);
    if (made.lives != home::arena || made.region != fast_region) return;
    for (const row_read& r : n.reads_of(s.begin)) {
        if (r.tensor < 0 || !t.in_place || lives[r.tensor].last_reader > s.begin) continue;
        const row_tensor& in = n.tensors[r.tensor];
        if (in.lives != home::arena || in.region != fast_region) continue;
        if (overwrites(n, t, r.tensor)) out.dying = r.tensor, out.up = made.bytes();
    }
}

/// Replays a segment in the directions that the layout may choose from.
constexpr void replay(const row_network& n, view<const lifetime> lives, view<const int32_t> tiles,
                      const segment_tasks& s, replay_result& out) {
    if (s.size() == 1 && (s.whole || n.tasks[s.begin].whole)) return replay_whole(n, lives, s, out);
    segment_replay(n, lives, tiles, s, false, out).run();
    out.may_go_up = out.dying >= 0 && !must_go_down(n, s);
    if (out.may_go_up) segment_replay(n, lives, tiles, s, true, out).run();
}

}  // namespace tigris::planning
