// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Rows that tasks make per call, before a layout is known.

#include <tigris/planning/rows/task_cost.hpp>
#include <tigris/planning/segments/overlap_distance.hpp>
#include <tigris/planning/segments/segment.hpp>
#include <tigris/planning/target/banks.hpp>

namespace tigris::planning {

/// Whether a task that is a segment of its own may make several rows in a call.
constexpr bool may_make_rows(const task& t) {
    return t.does == action::compute && t.contract != ops::contract::accumulate;
}

/// Rows of a call if `room` bytes are free for all rows but the first one. Each takes its bytes,
/// and scratch up to the most that a call wants.
constexpr int64_t rows_in_room(const row_tensor& out, const kernel_facts& k, int64_t room) {
    const int64_t scratch = scratch_of(k, out.rows) - scratch_of(k, 1);
    const int64_t few = 1 + room / (out.row_bytes + k.scratch_row_bytes);
    const int64_t many = room < scratch ? 1 : 1 + (room - scratch) / out.row_bytes;
    return few > many ? few : many;
}

/// Bytes of room for more rows, at most `room`. If no two banks hold input and output of the only
/// task of a segment, the largest bank holds both. Then the room is what that bank leaves.
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

/// The most rows per call of a task that is a segment of its own. `room`: bytes that are free
/// beside its input and its output.
constexpr int32_t tile_in_room(const row_network& n, view<const lifetime> lifetimes, int k,
                               int64_t room, const bank_bytes& banks) {
    const task& t = n.tasks[k];
    const row_tensor& out = n.tensors[t.output];
    if (!may_make_rows(t) || out.row_bytes <= 0) return 1;
    const int64_t tile = rows_in_room(out, t.kernel, room_in_bank(n, lifetimes, k, room, banks));
    return tile < out.rows ? int32_t(tile) : out.rows;
}

/// The cheapest of some tile heights up to `most`.
constexpr int32_t best_tile(const row_network& n, int k, int32_t most, const plan_costs& costs) {
    int32_t best = 1;
    if (most == 1) return best;
    int64_t least = task_cost(n, k, 1, costs);
    const int32_t tiles[]{most, most - most % 2, most - most % 4};
    for (const int32_t tile : tiles) {
        const int64_t cost = tile > 1 ? task_cost(n, k, tile, costs) : INT64_MAX;
        if (cost < least) best = tile, least = cost;
    }
    return best;
}

/// Finds the tile heights. A task that runs in one call makes all rows. The only task of a segment
/// makes as many as the partition found, each other task one.
constexpr void find_tiles(const row_network& n, view<const segment_tasks> segments,
                          view<int32_t> tiles) {
    for (const segment_tasks& s : segments)
        for (int k = s.begin; k < s.end; ++k) {
            const task& t = n.tasks.data[k];
            const bool at_once = s.whole || t.whole;
            tiles.data[k] = at_once ? n.tensors[t.output].rows : s.size() == 1 ? s.tile : 1;
        }
}

}  // namespace tigris::planning
