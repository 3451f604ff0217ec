// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What a replay of a segment finds, in the directions that the layout may choose from.

#include <tigris/planning/segments/row_schedule.hpp>

namespace tigris::planning {

constexpr bool must_go_down(const row_network& n, const segment_tasks& s) {
    if (s.keeps) return true;
    for (int k = s.begin; k < s.end; ++k)
        if (n.tasks[k].in_image_order) return true;
    return false;
}

/// Whether a segment that runs bottom-up keeps the same rows as one that runs top-down without
/// overwriting its dying input.
constexpr bool is_same_mirrored(const row_network& n, const segment_tasks& s, int16_t dying) {
    if (dying >= 0 && overwrites(n, s.end - 1, dying)) return false;
    for (int k = s.begin; k < s.end; ++k) {
        const int32_t rows = n.tensors[n.tasks[k].output].rows;
        for (const row_read& r : n.reads_of(k))
            if (r.tensor >= 0 && !(mirrored(r.rate, n.tensors[r.tensor].rows, rows) == r.rate))
                return false;
    }
    return true;
}

/// The result for a segment of one task in one call, without a replay. Its output keeps clear of
/// its input, unless it may be written over the input.
constexpr void replay_whole(const row_network& n, view<const lifetime> lifetimes,
                            const segment_tasks& s, replay_result& out) {
    const task& t = n.tasks[s.begin];
    const row_tensor& made = n.tensors[t.output];
    if (t.kernel.accumulator_bytes > 0 || scratch_of(t.kernel, made.rows) > 0)
        out.scratch_conflicts[0] = ring_bit(0);
    if (made.home != home::arena || made.space != fast_space) return;
    for (const row_read& r : n.reads_of(s.begin)) {
        if (r.tensor < 0 || !r.in_place || lifetimes[r.tensor].last_reader > s.begin) continue;
        const row_tensor& in = n.tensors[r.tensor];
        if (in.home != home::arena || in.space != fast_space) continue;
        if (!overwrites(n, s.begin, r.tensor)) continue;
        out.dying = r.tensor, out.up = made.bytes();
        out.same_place = t.same_place;
    }
}

/// Replays a segment in the directions that the layout may choose from.
constexpr void replay(const row_network& n, view<const lifetime> lifetimes,
                      view<const int32_t> tiles, const segment_tasks& s, replay_room& room,
                      replay_result& out) {
    if (s.size() == 1 && (s.whole || n.tasks[s.begin].whole))
        return replay_whole(n, lifetimes, s, out);
    segment_replay(n, lifetimes, tiles, s, false, room, out).run();
    out.may_go_up = out.dying >= 0 && !must_go_down(n, s);
    if (!out.may_go_up) return;
    if (is_same_mirrored(n, s, out.dying))
        out.up = out.down;
    else
        segment_replay(n, lifetimes, tiles, s, true, room, out).run();
}

}  // namespace tigris::planning
