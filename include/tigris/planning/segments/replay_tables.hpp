// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What the replay of a segment reads of tasks and tensors, looked up once.

#include <tigris/planning/segments/parts.hpp>
#include <tigris/planning/segments/segment.hpp>

namespace tigris::planning {

/// A task of a segment while it is replayed. Members have no initial values, because compilers
/// would set them in all tasks for which there is room.
struct local_task {
    int32_t rows;        // rows of the output
    int32_t tile;        // rows that a call makes
    int32_t made;        // rows that were made so far
    int32_t written;     // rows of its slots that were begun so far, by this or another task
    int32_t newest;      // rows under a kept window that come in parts; 0: the task keeps none
    int32_t rise;        // rows that it makes per call of the last task; -1: that varies
    int16_t owner;       // task in whose slots it writes
    int16_t first_read;  // its first read
    int16_t end_read;    // after its last read
    int16_t head;        // first read of its output; -1: none
    bool is_ring;        // its output is a ring
    bool alive_after;    // its output is read after the segment
    bool adds_up;        // it adds up the rows of its input
    bool keeps_state;    // its sums stay from its first row to its last
    bool has_scratch;    // its calls need working memory
    bool in_place;       // it overwrites the input that dies
    bool in_parts;       // it makes its rows in parts
    bool reads_parts;    // it reads rows in parts
};

/// A read of a tensor by a task of the segment.
struct local_read {
    row_rate rate;     // rows that an output row needs
    int32_t rows;      // rows of the tensor
    int32_t oldest;    // first row that is still to be read
    int16_t producer;  // task of the segment that makes the tensor; -1: none
    int16_t reader;    // task that reads
    int16_t tensor;    // row tensor
    int16_t next;      // another read of the same tensor; -1: none
};

/// Room for the tables of any segment.
struct replay_room {
    local_task tasks[max_segment_tasks];
    local_read reads[max_segment_reads];
};

/// The tasks of a segment in one direction, its output, and the largest input that dies in it.
class replay_tables {
public:
    constexpr replay_tables(const row_network& n, view<const lifetime> lifetimes,
                            view<const int32_t> tiles, const segment_tasks& s, bool bottom_up,
                            replay_room& room)
        : tasks(room.tasks),
          reads(room.reads),
          n_(n),
          lifetimes_(lifetimes),
          s_(s),
          bottom_up_(bottom_up) {
        const int count = s.size();
        for (int k = 0; k < count; ++k) describe(k, tiles.data[s.begin + k]);
        for (int k = 0; k < count; ++k) describe_reads(k);
        if (s.parts > 1) find_producers_in_parts();
        find_output();
    }

    local_task (&tasks)[max_segment_tasks];
    local_read (&reads)[max_segment_reads];
    int read_count = 0;           // reads that are used
    int other_sinks = 0;          // outputs, beside the last task's, that are read later
    int16_t dying = -1;           // input that the output may overlap; -1: none
    int dying_head = -1;          // first read of that input
    int32_t row_bytes = 0;        // bytes of a row of the output
    int32_t dying_row_bytes = 0;  // bytes of a row of that input
    int32_t dying_rows = 0;       // rows of that input

    /// Finds how many rows each task makes per call of the last task, while no task begins or ends.
    /// False if that number varies.
    constexpr bool find_rises() {
        if (other_sinks > 0 || s_.parts > 1) return false;
        local_task& last = tasks[s_.size() - 1];
        last.rise = last.tile;
        for (int k = s_.size() - 1; k >= 0; --k)
            if (tasks[k].rise < 0 || !pass_rise_on(k)) return false;
        return true;
    }

private:
    constexpr void describe(int k, int32_t tile) {
        const int number = s_.begin + k;
        const task& t = n_.tasks[number];
        const lifetime& l = lifetimes_[t.output];
        const row_tensor& made = n_.tensors[t.output];
        const bool by_rows = t.contract == ops::contract::rows && !t.whole && !s_.whole;
        tasks[k] = {.rows = made.rows,
                    .tile = t.whole || s_.whole ? made.rows : tile,
                    .made = 0,
                    .written = 0,
                    .newest = 0,
                    .rise = -1,
                    .owner = int16_t(lifetimes_[slot_owner(n_, lifetimes_, s_, t.output)].producer -
                                     s_.begin),
                    .first_read = 0,
                    .end_read = 0,
                    .head = -1,
                    .is_ring = !is_whole(l, s_) && made.home == home::arena,
                    .alive_after = l.last_reader >= s_.end,
                    .adds_up = t.contract == ops::contract::accumulate && !t.whole,
                    .keeps_state = by_rows && t.kernel.accumulator_bytes > 0,
                    .has_scratch =
                        scratch_of(t.kernel, 1) > 0 || (t.whole && t.kernel.accumulator_bytes > 0),
                    .in_place = false,
                    .in_parts = false,
                    .reads_parts = false};
        if (tasks[k].alive_after && k < s_.size() - 1) ++other_sinks;
    }

    constexpr void describe_reads(int k) {
        tasks[k].first_read = int16_t(read_count);
        for (const row_read& r : n_.reads_of(s_.begin + k)) {
            if (r.tensor < 0) continue;
            const int number = read_count++, producer = lifetimes_[r.tensor].producer - s_.begin;
            const int32_t rows = n_.tensors[r.tensor].rows;
            reads[number] = {.rate = bottom_up_ ? mirrored(r.rate, rows, tasks[k].rows) : r.rate,
                             .rows = rows,
                             .oldest = 0,
                             .producer = int16_t(producer < 0 ? -1 : producer),
                             .reader = int16_t(k),
                             .tensor = r.tensor,
                             .next = -1};
            if (producer < 0) continue;
            reads[number].next = tasks[producer].head;
            tasks[producer].head = int16_t(number);
        }
        tasks[k].end_read = int16_t(read_count);
    }

    constexpr void find_producers_in_parts() {
        const part_producers producers =
            producers_in_parts(n_, lifetimes_, s_.begin, s_.end, s_.under_windows());
        const tasks_in_parts in_parts{n_, lifetimes_, s_.end, s_.parts, producers};
        for (int k = 0; k < s_.size(); ++k) {
            if (!producers.has(s_.size() - 1 - k)) continue;
            tasks[k].in_parts = true;
            if (in_parts.keeps(s_.begin + k)) tasks[k].newest = in_parts.newest_rows(s_.begin + k);
            tasks[reads[tasks[k].head].reader].reads_parts = true;
        }
    }

    constexpr void find_output() {
        const int16_t last = n_.tasks[s_.end - 1].output;
        if (other_sinks > 0 || s_.strips > 1 || !may_overlap(last)) return;
        for (int r = 0; r < read_count; ++r) {
            const int16_t t = reads[r].tensor;
            if (reads[r].producer >= 0 || !may_overlap(t) || lifetimes_[t].last_reader >= s_.end)
                continue;
            if (dying < 0 || n_.tensors[t].bytes() > n_.tensors[dying].bytes()) dying = t;
        }
        if (dying < 0) return;
        for (int r = 0; r < read_count; ++r)
            if (reads[r].tensor == dying) reads[r].next = int16_t(dying_head), dying_head = r;
        row_bytes = n_.tensors[last].row_bytes;
        dying_row_bytes = n_.tensors[dying].row_bytes;
        dying_rows = n_.tensors[dying].rows;
        tasks[s_.size() - 1].in_place = !bottom_up_ && overwrites(n_, s_.end - 1, dying);
    }
    constexpr bool may_overlap(int t) const {
        return n_.tensors[t].home == home::arena && n_.tensors[t].space == fast_space;
    }

    /// Passes the rise of task k on to the producers of its inputs. False if the rises of two
    /// readers differ.
    constexpr bool pass_rise_on(int k) {
        const local_task& t = tasks[k];
        if (k < s_.size() - 1 && t.rise > 0 && t.tile != 1) return false;
        for (int i = t.first_read; i < t.end_read; ++i) {
            const local_read& r = reads[i];
            const int64_t rise = int64_t(r.rate.stride) * t.rise;
            if (r.rate.divisor != 1 || rise > r.rows) return false;
            if (r.producer < 0) continue;
            int32_t& own = tasks[r.producer].rise;
            if (own >= 0 && own != rise) return false;
            own = int32_t(rise);
        }
        return true;
    }

    const row_network& n_;
    view<const lifetime> lifetimes_;
    const segment_tasks& s_;
    bool bottom_up_;
};

}  // namespace tigris::planning
