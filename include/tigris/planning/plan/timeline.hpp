// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The timeline: bytes of fast memory that are live while the calls of each task run. A plan does
// not contain it, because the schedule is replayed once more for it after the layout.

#include <tigris/planning/layout/schedule_layout.hpp>
#include <tigris/planning/segments/row_schedule.hpp>
#include <tigris/support/is_set.hpp>

namespace tigris::planning {

/// Bytes of the blocks that may be live during calls of one segment. Two arrays have no initial
/// value, because compilers would set all elements for which there is room.
struct live_blocks {
    /// An input that is read for the last time in this segment.
    struct input {
        int64_t bytes;   // bytes of its block
        int16_t tensor;  // its row tensor
        int16_t end;     // where its reads end in live_blocks::reads
    };

    /// Bytes of blocks that the segment neither makes nor reads for the last time.
    int64_t beside = 0;
    int64_t of_bit[64]{};  // bytes of rings, results and working memory, by their local_set
    input inputs[max_segment_reads];  // inputs that die in this segment
    /// Reads of each of `inputs` in turn, as numbers in the tables of the replay.
    int16_t reads[max_segment_reads];
    int input_count = 0;   // inputs that are used
    int16_t dying = -1;    // tensor of the input that the result overlaps; -1: none
    int64_t shared = 0;    // bytes by which they overlap
    local_set result = 0;  // the bit of that result
};

/// What was live at the last call of a task, and the most bytes of all its calls.
struct live_most {
    local_set live = 0;  // memories that were live at the last call
    int needed = -1;     // inputs that were needed then
    int64_t bytes = 0;   // most bytes of all calls so far
};

/// Finds the most live bytes of the calls of each task.
struct live_count {
    static constexpr bool is_told = true;

    const live_blocks& blocks;  // blocks of the segment
    bool inputs_stay;           // a later strip reads the inputs again
    local_set results_there;    // results that an earlier strip began
    live_most* most;            // for each task of the segment

    constexpr void operator()(int k, const row_range&, local_set live,
                              const replay_tables& tables) const {
        live |= results_there;
        const int needed = count_needed(tables);
        live_most& m = most[k];
        // Inputs die one after the other, so an equal number means the same inputs.
        if (m.live == live && m.needed == needed) return;
        m.live = live, m.needed = needed;
        int64_t bytes = blocks.beside;
        for (local_set bits = live; bits; bits &= bits - 1)
            bytes += blocks.of_bit[__builtin_ctzll(bits)];
        for (int i = 0; i < blocks.input_count; ++i)
            if (is_needed(i, tables)) bytes += blocks.inputs[i].bytes - shared(i, live);
        if (bytes > m.bytes) m.bytes = bytes;
    }

    constexpr int64_t shared(int input, local_set live) const {
        const bool overlaps = blocks.inputs[input].tensor == blocks.dying && (live & blocks.result);
        return overlaps ? blocks.shared : 0;
    }
    constexpr int count_needed(const replay_tables& tables) const {
        int count = 0;
        for (int i = 0; i < blocks.input_count; ++i) count += is_needed(i, tables);
        return count;
    }
    constexpr bool is_needed(int input, const replay_tables& tables) const {
        if (inputs_stay) return true;
        for (int i = input > 0 ? blocks.inputs[input - 1].end : 0; i < blocks.inputs[input].end;
             ++i) {
            const local_read& r = tables.reads[blocks.reads[i]];
            if (r.oldest < r.rows) return true;
        }
        return false;
    }
};

/// Finds the timeline of the segments of `p`. `fast`: the blocks of fast memory as they were laid
/// out.
class timeline_writer {
public:
    constexpr timeline_writer(const planned& p, view<const block> fast) : p_(p), fast_(fast) {}

    /// Finds the most live bytes for each task of a segment.
    constexpr void find(int segment, bool bottom_up, view<int64_t> most) {
        const segment_tasks& s = p_.segments[segment];
        live_blocks blocks;
        find_blocks(segment, blocks);
        live_most found[max_segment_tasks];
        local_set results = 0;
        for (int k = s.begin; k < s.end; ++k)
            if (p_.lifetimes[p_.n.tasks[k].output].last_reader >= s.end)
                results |= ring_bit(k - s.begin);
        const bool several = s.strips > 1, many = s.strips > 2;
        run(s, bottom_up, {blocks, several, many ? results : 0, found});
        if (several) run(s, bottom_up, {blocks, many, results, found});
        for (int k = 0; k < s.size(); ++k) most[k] = found[k].bytes;
    }

private:
    constexpr void run(const segment_tasks& s, bool bottom_up, const live_count& count) {
        int32_t ring[max_segment_tasks]{};
        local_set rings[max_segment_tasks]{}, scratch[max_segment_tasks]{};
        replay_result ignored{
            {}, tigris::view_of(ring), tigris::view_of(rings), tigris::view_of(scratch)};
        segment_replay(p_.n, p_.lifetimes, p_.tiles, s, bottom_up, room_, ignored, count).run();
    }

    constexpr void find_blocks(int segment, live_blocks& out) const {
        const segment_tasks& s = p_.segments[segment];
        const block *result = nullptr, *dying = nullptr;
        for (const block& b : fast_) {
            if (b.first_segment > segment || b.last_segment < segment) continue;
            if (b.id >= p_.n.tensors.size) {
                out.of_bit[b.id - p_.n.tensors.size - s.begin + max_segment_tasks] = b.bytes;
                continue;
            }
            const lifetime& l = p_.lifetimes[b.id];
            if (l.producer >= s.begin) {
                out.of_bit[l.producer - s.begin] = b.bytes;
                if (l.producer == s.end - 1) result = &b;
            } else if (l.last_reader >= s.end) {
                out.beside += b.bytes;
            } else if (l.readers > 0) {
                add_input(s, b, out);
                if (b.id == p_.replays[segment].dying) dying = &b;
            }
        }
        if (is_set(result) && is_set(dying)) {
            out.dying = dying->id;
            out.shared = shared_bytes(*result, *dying);
            out.result = ring_bit(s.size() - 1);
        }
    }

    constexpr void add_input(const segment_tasks& s, const block& b, live_blocks& out) const {
        int16_t end = out.input_count > 0 ? out.inputs[out.input_count - 1].end : int16_t(0);
        int16_t number = 0;
        for (int k = s.begin; k < s.end; ++k)
            for (const row_read& r : p_.n.reads_of(k)) {
                if (r.tensor == b.id) out.reads[end++] = number;
                number = int16_t(number + (r.tensor >= 0));
            }
        out.inputs[out.input_count++] = {b.bytes, b.id, end};
    }

    static constexpr int64_t shared_bytes(const block& a, const block& b) {
        const int64_t low = a.offset > b.offset ? a.offset : b.offset;
        const int64_t a_end = a.offset + a.bytes, b_end = b.offset + b.bytes;
        const int64_t high = a_end < b_end ? a_end : b_end;
        return high > low ? high - low : 0;
    }

    const planned& p_;
    view<const block> fast_;
    replay_room room_;
};

}  // namespace tigris::planning
