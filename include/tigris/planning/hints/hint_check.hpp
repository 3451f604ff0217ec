// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Checks a hint's decisions before they are used, so that no hint makes a wrong plan: segments,
// tile heights and offsets. Graph and memories are checked in execution/plans/hint_check.hpp.

#include <tigris/planning/hints/plan_hint.hpp>
#include <tigris/planning/layout/schedule_layout.hpp>
#include <tigris/planning/partition/schedule.hpp>

namespace tigris::planning {

/// Whether tasks [begin, end), before transfers, can run in `strips` strips.
constexpr bool is_strip_count(const row_network& n, view<const lifetime> lifetimes, int begin,
                              int end, int strips) {
    if (strips == 1) return true;
    for (int k = begin; k < end; ++k)
        if (n.tensors[n.tasks[k].output].width() < 2) return false;
    return strips > 1 && strips <= n.tensors[n.tasks[end - 1].output].width() &&
           can_run_in_strips(n, lifetimes, begin, end);
}

/// Whether tasks [begin, hint.end) can run as the hint says.
constexpr bool is_possible(const row_network& n, view<const lifetime> lifetimes, int begin,
                           const segment_hint& hint) {
    const int size = hint.end - begin;
    if (size < 1 || size > max_segment_tasks || hint.end > n.tasks.size) return false;
    if (hint.whole && (size > 1 || hint.strips > 1)) return false;
    if (hint.parts < 1 || (hint.parts > 1 && (hint.strips > 1 || size == 1))) return false;
    if ((hint.again || hint.keeps) && hint.parts == 1) return false;
    if (hint.again && hint.keeps) return false;
    for (int k = begin; k < hint.end; ++k) {
        if (n.tasks[k].whole && size > 1) return false;
        const int16_t made = n.tasks[k].output, reader = lifetimes[made].first_reader;
        if (is_kept_slow(n.tensors[made]) && reader >= 0 && reader < hint.end) return false;
    }
    return is_strip_count(n, lifetimes, begin, hint.end, hint.strips);
}

/// `n` is the network before transfers.
constexpr hint_fault check_segments(const row_network& n, view<const lifetime> lifetimes,
                                    const plan_hint& hint) {
    int begin = 0;
    for (const segment_hint& s : hint.segments) {
        if (!is_possible(n, lifetimes, begin, s)) return hint_fault::segments;
        begin = s.end;
    }
    return begin == n.tasks.size ? hint_fault::none : hint_fault::segments;
}

/// Whether the segments, transfers included, are short enough for a replay.
constexpr hint_fault check_lengths(const row_network& n, view<const segment_tasks> segments) {
    for (const segment_tasks& s : segments) {
        int reads = 0;
        for (int k = s.begin; k < s.end; ++k)
            for (const row_read& r : n.reads_of(k)) reads += r.tensor >= 0;
        if (s.size() > max_segment_tasks || reads > max_segment_reads) return hint_fault::segments;
    }
    return hint_fault::none;
}

/// Whether a tile height is possible. A call must end where the ring that it writes ends, so a
/// height is a power of two, or all rows. The only task of a segment writes no ring.
constexpr bool is_tile(const row_network& n, const segment_tasks& s, int k, int32_t tile) {
    if (tile == 0) return true;
    const task& t = n.tasks[k];
    if (s.whole || s.strips > 1 || s.parts > 1 || t.whole || t.does != action::compute)
        return false;
    if (t.contract == ops::contract::accumulate) return false;
    const int32_t rows = n.tensors[t.output].rows;
    const bool is_height = s.size() == 1 || (tile & (tile - 1)) == 0;
    return tile == rows || (tile > 0 && tile < rows && is_height);
}

constexpr hint_fault check_tiles(const row_network& n, view<const segment_tasks> segments,
                                 const plan_hint& hint) {
    if (hint.tiles.size == 0) return hint_fault::none;
    if (hint.tiles.size != n.tasks.size) return hint_fault::tiles;
    for (const segment_tasks& s : segments)
        for (int k = s.begin; k < s.end; ++k)
            if (!is_tile(n, s, k, hint.tiles[k])) return hint_fault::tiles;
    return hint_fault::none;
}

/// Puts the blocks, as collect_blocks gives them, where the hint says. O(n^2).
constexpr hint_fault take_offsets(view<const int32_t> offsets, int64_t alignment,
                                  view<block> blocks, const space& where) {
    if (offsets.size != blocks.size) return hint_fault::offsets;
    for (int i = 0; i < blocks.size; ++i) {
        blocks[i].offset = offsets[i] * alignment;
        if (offsets[i] < 0 || straddles(blocks[i], where) || !is_where_pinned(blocks[i], where))
            return hint_fault::offsets;
    }
    for (int i = 0; i < blocks.size; ++i)
        for (int k = 0; k < i; ++k)
            if (live_together(blocks[i], blocks[k]) && collides(blocks[i], blocks[k]))
                return hint_fault::overlap;
    return hint_fault::none;
}

}  // namespace tigris::planning
