// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// How many rows tasks make in a call, before a layout is known.

#include <tigris/planning/segment.hpp>
#include <tigris/planning/strips.hpp>

namespace tigris::planning {

/// Whether a segment is one task that may make several rows in a call.
constexpr bool may_make_rows(const task& t, const segment_tasks& s) {
    return s.size() == 1 && s.strips == 1 && t.does == action::compute &&
           t.runs != ops::contract::accumulate && t.kernel.scratch_row_bytes == 0;
}

/// A segment of one task in one call has all rows, other segments of one task as many as the limit
/// leaves room for between input and output, all others one.
constexpr int32_t tile_in_room(const row_network& n, const segment_tasks& s, int64_t room) {
    const task& t = n.tasks[s.begin];
    const row_tensor& out = n.tensors[t.output];
    if (!may_make_rows(t, s) || s.parts > 1 || out.row_bytes <= 0) return 1;
    const int64_t tile = 1 + room / out.row_bytes;
    return tile < out.rows ? int32_t(tile) : out.rows;
}

constexpr void find_tiles(const row_network& n, view<const segment_tasks> segments, int64_t room,
                          view<int32_t> tiles) {
    for (const segment_tasks& s : segments)
        for (int k = s.begin; k < s.end; ++k) {
            const task& t = n.tasks.data[k];
            tiles.data[k] =
                s.whole || t.whole ? n.tensors[t.output].rows : tile_in_room(n, s, room);
        }
}

}  // namespace tigris::planning
