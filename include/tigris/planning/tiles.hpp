// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// How many rows tasks make in a call, before a layout is known.

#include <tigris/planning/partition_search.hpp>
#include <tigris/planning/strips.hpp>

namespace tigris::planning {

/// Whether a segment is one task that may make several rows in a call.
constexpr bool may_make_rows(const task& t, const segment_tasks& s) {
    return s.size() == 1 && s.strips == 1 && t.does == action::compute &&
           t.runs != ops::contract::accumulate && t.kernel.scratch_row_bytes == 0;
}

/// What is left of the bank in which the only task of a segment reads its input and writes its
/// output, where no two banks hold these; else `room`.
constexpr int64_t room_in_bank(const row_network& n, view<const lifetime> lifetimes, int k,
                               int64_t room, const bank_bytes& banks) {
    const int64_t out = n.tensors[n.tasks[k].output].bytes();
    if (out <= banks.second) return room;
    for (const row_read& r : n.reads_of(k)) {
        if (r.tensor < 0 || lifetimes[r.tensor].last_reader != k) continue;
        const int64_t in = n.tensors[r.tensor].bytes();
        const int64_t distance = find_overlap_distance(n, lifetimes, k, r.tensor);
        if (banks.hold(in, out) || distance < 0) continue;
        const int64_t left = banks.largest - (distance + in > out ? distance + in : out);
        if (left < room) room = left;
    }
    return room < 0 ? 0 : room;
}

/// A segment of one task in one call has all rows, other segments of one task as many as the limit
/// leaves room for between input and output, all others one.
constexpr int32_t tile_in_room(const row_network& n, view<const lifetime> lifetimes,
                               const segment_tasks& s, const partition_result& made) {
    const task& t = n.tasks[s.begin];
    const row_tensor& out = n.tensors[t.output];
    if (!may_make_rows(t, s) || s.parts > 1 || out.row_bytes <= 0) return 1;
    const int64_t room = room_in_bank(n, lifetimes, s.begin, made.room, made.banks);
    const int64_t tile = 1 + room / out.row_bytes;
    return tile < out.rows ? int32_t(tile) : out.rows;
}

constexpr void find_tiles(const row_network& n, view<const lifetime> lifetimes,
                          view<const segment_tasks> segments, const partition_result& made,
                          view<int32_t> tiles) {
    for (const segment_tasks& s : segments)
        for (int k = s.begin; k < s.end; ++k) {
            const task& t = n.tasks.data[k];
            tiles.data[k] =
                s.whole || t.whole ? n.tensors[t.output].rows : tile_in_room(n, lifetimes, s, made);
        }
}

}  // namespace tigris::planning
