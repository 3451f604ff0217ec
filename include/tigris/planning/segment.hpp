// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Tasks that rows flow through together, and what their replay tells.

#include <tigris/planning/lifetime.hpp>

namespace tigris::planning {

/// The most tasks in a segment: its stack grows with them, and its bits are one word.
inline constexpr int max_segment_tasks = 32;
inline constexpr int max_segment_reads = 96;

/// What becomes of rows under windows of a reader in parts (parts.hpp). whole: whole rows are
/// there. again: rows are made again for each row of the reader. kept: rows stay for the next row.
enum class windows : uint8_t { whole, again, kept };

/// Tasks [begin, end) and what the replay must know of them. `whole`: one task in one call.
/// `strips`: how often it runs, each time for some columns (strips.hpp). `parts`: in how many parts
/// rows pass from task to task, `again`: also to windows, made anew for each row, `keeps`: also to
/// windows, kept from row to row (parts.hpp). `tile`: how many rows its only task makes in a call.
struct segment_tasks {
    int16_t begin = 0;
    int16_t end = 0;
    bool whole = false;
    int8_t strips = 1;
    int8_t parts = 1;
    bool again = false;
    bool keeps = false;
    int32_t tile = 1;

    constexpr int size() const { return end - begin; }
    constexpr windows under_windows() const {
        return keeps ? windows::kept : again ? windows::again : windows::whole;
    }
};

/// What must not share memory, as bits. Bit k - begin stands for the ring of task k's output, bit
/// k - begin + max_segment_tasks for the scratch and sums of task k.
using local_set = uint64_t;
constexpr local_set ring_bit(int local) { return local_set(1) << local; }
constexpr local_set scratch_bit(int local) { return local_set(1) << (local + max_segment_tasks); }

/// Result of a replay. `dying` is the input that the output may overlap, -1 if there is none. The
/// output may begin `down` bytes before that input begins when rows are made top-down, or end `up`
/// bytes behind its end when they are made bottom-up.
struct overlap {
    int16_t dying = -1;
    bool may_go_up = false;
    int64_t down = 0;
    int64_t up = 0;
};

/// For each task: rows of its output at once, and what its ring and its scratch conflict with.
struct replay_result : overlap {
    view<int32_t> ring;
    view<local_set> ring_conflicts;
    view<local_set> scratch_conflicts;
};

/// The part of a replay's result that layouts read.
struct replay_facts : overlap {
    view<const int32_t> ring;
    view<const local_set> ring_conflicts;
    view<const local_set> scratch_conflicts;
};

/// Whether a tensor lies whole somewhere, since it is needed outside of the segment too.
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
