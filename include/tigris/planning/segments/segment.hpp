// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Segments, and the results of their replays.

#include <tigris/planning/rows/lifetime.hpp>

namespace tigris::planning {

/// The most tasks in a segment: its stack grows with them, and its bits are one word.
inline constexpr int max_segment_tasks = 32;
inline constexpr int max_segment_reads = 96;

/// What happens to rows under windows of a reader in parts (parts.hpp).
///
/// * whole: whole rows are there.
/// * again: rows are made again for each row of the reader.
/// * kept: rows stay for the next row.
enum class windows : uint8_t { whole, again, kept };

/// Tasks [begin, end), and how they run.
struct segment_tasks {
    int16_t begin = 0;   // first task
    int16_t end = 0;     // task after the last one
    bool whole = false;  // one task in one call
    int8_t strips = 1;   // how often the segment runs, each time for some columns (strips.hpp)
    int8_t parts = 1;    // parts in which rows pass from task to task (parts.hpp)
    bool again = false;  // parts pass to windows, too, whose rows are made again
    bool keeps = false;  // parts pass to windows, too, whose rows are kept
    int32_t tile = 1;    // rows per call of the only task

    constexpr int size() const { return end - begin; }
    constexpr windows under_windows() const {
        return keeps ? windows::kept : again ? windows::again : windows::whole;
    }
};

/// A set of memories of a segment, one bit each. Bit k - begin is the ring of task k's output. Bit
/// k - begin + max_segment_tasks is the scratch and the sums of task k.
using local_set = uint64_t;
constexpr local_set ring_bit(int local) { return local_set(1) << local; }
constexpr local_set scratch_bit(int local) { return local_set(1) << (local + max_segment_tasks); }

/// The result of a replay for the output of a segment and the input that dies in it.
struct overlap {
    int16_t dying = -1;       // input that the output may overlap; -1: none
    bool may_go_up = false;   // the segment may run bottom-up
    bool same_place = false;  // they overlap only where both begin at one address
    int64_t down = 0;         // top-down: bytes by which the output must begin before the input
    int64_t up = 0;           // bottom-up: bytes by which the output must end after the input
};

/// The result of a replay, for each task.
struct replay_result : overlap {
    view<int32_t> ring;                 // rows of its output that are there at once
    view<local_set> ring_conflicts;     // memories that its ring must not share
    view<local_set> scratch_conflicts;  // memories that its scratch must not share
};

/// The part of a replay's result that layouts read.
struct replay_facts : overlap {
    view<const int32_t> ring;
    view<const local_set> ring_conflicts;
    view<const local_set> scratch_conflicts;
};

/// Whether all rows of a tensor are kept, because tasks outside of the segment need it, too.
constexpr bool is_whole(const lifetime& l, const segment_tasks& s) {
    return l.producer < s.begin || l.last_reader >= s.end;
}

/// The tensor in whose slots the rows of t are written.
constexpr int16_t slot_owner(const row_network& n, view<const lifetime> lifetimes,
                             const segment_tasks& s, int16_t t) {
    while (lifetimes[t].merges && !is_whole(lifetimes[t], s))
        t = n.tasks[lifetimes[t].last_reader].output;
    return t;
}

}  // namespace tigris::planning
