// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The replays of segments that follow each other, and what layouts read of them.

#include <tigris/planning/segments/replay.hpp>

namespace tigris::planning {

/// Rows that the replay of a segment makes: what the replay costs.
constexpr int64_t replayed_rows(const row_network& n, const segment_tasks& s) {
    int64_t rows = 0;
    for (int k = s.begin; k < s.end; ++k)
        rows += s.whole || n.tasks[k].whole ? 1 : n.tensors[n.tasks[k].output].rows;
    return rows;
}

/// Replays of segments that follow each other: an overlap for each segment, all else for each task.
struct replays_view {
    view<overlap> overlaps;
    view<int32_t> ring;
    view<local_set> ring_conflicts;
    view<local_set> scratch_conflicts;
};

template <int Segments, int Tasks>
struct replays {
    overlap overlaps[Segments > 0 ? Segments : 1]{};
    int32_t ring[Tasks > 0 ? Tasks : 1]{};
    local_set ring_conflicts[Tasks > 0 ? Tasks : 1]{};
    local_set scratch_conflicts[Tasks > 0 ? Tasks : 1]{};

    constexpr replays_view all() {
        return {tigris::view_of(overlaps), tigris::view_of(ring), tigris::view_of(ring_conflicts),
                tigris::view_of(scratch_conflicts)};
    }
};

constexpr void replay_all(const row_network& n, view<const lifetime> lifetimes,
                          view<const int32_t> tiles, view<const segment_tasks> segments,
                          const replays_view& out) {
    replay_room room;
    for (int i = 0; i < segments.size; ++i) {
        const segment_tasks& s = segments[i];
        const int at = s.begin - segments[0].begin;
        replay_result made{{},
                           {out.ring.data + at, s.size()},
                           {out.ring_conflicts.data + at, s.size()},
                           {out.scratch_conflicts.data + at, s.size()}};
        replay(n, lifetimes, tiles, s, room, made);
        out.overlaps[i] = made;
    }
}

/// Finished replays, which are only read.
struct replay_arrays {
    const overlap* overlaps;
    const int32_t* ring;
    const local_set* ring_conflicts;
    const local_set* scratch_conflicts;
};

/// What layouts read of each of the segments' replays.
constexpr void list_facts(const replay_arrays& made, view<const segment_tasks> segments,
                          replay_facts* out) {
    for (int i = 0; i < segments.size; ++i) {
        const segment_tasks& s = segments[i];
        const int at = s.begin - segments[0].begin;
        out[i] = {made.overlaps[i],
                  {made.ring + at, s.size()},
                  {made.ring_conflicts + at, s.size()},
                  {made.scratch_conflicts + at, s.size()}};
    }
}

/// Rows of a group of segments. Compilers replay one group per evaluation, because they limit its
/// length.
inline constexpr int64_t most_replayed_rows = 256;

/// The end of the group that begins with segment `begin`: segments of at most most_replayed_rows
/// rows together, or a single segment.
constexpr int end_of_group(const row_network& n, view<const segment_tasks> segments, int begin) {
    int64_t rows = replayed_rows(n, segments[begin]);
    int end = begin + 1;
    for (; end < segments.size; ++end) {
        rows += replayed_rows(n, segments[end]);
        if (rows > most_replayed_rows) break;
    }
    return end;
}

}  // namespace tigris::planning
