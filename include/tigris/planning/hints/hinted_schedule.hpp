// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Uses the decisions of a hint instead of the planner's: segments, tile heights, offsets.

#include <tigris/planning/hints/hint_check.hpp>
#include <tigris/planning/layout/arena_layout.hpp>

namespace tigris::planning {

constexpr bool asks_to_spill(const plan_hint& hint) {
    for (const segment_hint& s : hint.segments)
        if (s.spills) return true;
    return false;
}

/// The schedule of a hint. Requires that the segments of the hint are possible. `copy` is working
/// memory: a number for each tensor.
constexpr void find_hinted_schedule(const row_network& n, view<const lifetime> lifetimes,
                                    const plan_hint& hint, view<int16_t> copy,
                                    const schedule_view& out) {
    out.result = {.found = true, .segments = hint.segments.size};
    int16_t begin = 0;
    for (int s = 0; s < hint.segments.size; ++s) {
        const segment_hint& h = hint.segments[s];
        out.segments[s] = {begin, h.end, h.whole, h.strips, h.parts, h.again, h.keeps};
        begin = h.end;
    }
    write_schedule(
        n, lifetimes, [&](int s) { return hint.segments[s].spills; }, copy, out);
}

/// Replaces `tiles`, as find_tiles made them, by those of the hint.
constexpr void take_tiles(const plan_hint& hint, view<int32_t> tiles) {
    for (int k = 0; k < hint.tiles.size; ++k)
        if (hint.tiles[k] > 0) tiles[k] = hint.tiles[k];
}

/// Offsets of the blocks by the hint, or found where it has none: see lay_out.
constexpr hint_fault place_blocks(view<const int32_t> offsets, int64_t alignment,
                                  view<block> blocks, const layout_memory& working,
                                  const space& where, int64_t least) {
    if (offsets.size > 0) return take_offsets(offsets, alignment, blocks, where);
    lay_out(blocks, working, where, least);
    return hint_fault::none;
}

/// Cost of all calls of a task, with calls that make something again.
constexpr int64_t cost_in_segment(const row_network& n, view<const lifetime> lifetimes,
                                  const segment_tasks& s, int k, int32_t tile,
                                  const plan_costs& costs) {
    const int32_t rows = n.tensors[n.tasks[k].output].rows;
    const int64_t in_one_go = (rows + tile - 1) / tile;
    const int64_t cost =
        task_cost(n, k, tile, costs) * calls_of(n, lifetimes, s, k, tile) / in_one_go;
    if (!s.again) return cost;
    return cost + parts_of_segment(n, lifetimes, s).recomputed_macs(k) * costs.mac;
}

/// Cost of a schedule at these tile heights, as the partition counts it.
constexpr int64_t schedule_cost(const row_network& n, view<const lifetime> lifetimes,
                                view<const segment_tasks> segments, view<const int32_t> tiles,
                                const plan_costs& costs) {
    int64_t cost = 0;
    for (const segment_tasks& s : segments) {
        const strip_widths widths = find_strip_widths(n, lifetimes, s.begin, s.end, s.strips);
        for (int k = s.begin; k < s.end; ++k) {
            const task& t = n.tasks[k];
            const row_tensor& made = n.tensors[t.output];
            if (t.does == action::spill || t.does == action::reload)
                cost += made.bytes() * widths.made[k - s.begin] / made.width() * costs.slow_byte;
            else
                cost += cost_in_segment(n, lifetimes, s, k, tiles[k], costs);
        }
    }
    return cost;
}

}  // namespace tigris::planning
