// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What a schedule keeps in memory, as blocks for the layout.

#include <tigris/planning/arena_layout.hpp>
#include <tigris/planning/segment.hpp>
#include <tigris/planning/strips.hpp>

namespace tigris::planning {

/// Everything that layout and plan are made of.
struct planned {
    row_network n;
    view<const lifetime> lives;
    view<const segment_tasks> segments;
    view<const int32_t> tiles;
    view<const replay_facts> replays;
    view<const int16_t> segment_at;
    view<const int32_t> row_bytes;

    constexpr int segment_of(int task) const { return segment_at.data[task]; }
    constexpr int first_segment(int t) const {
        const int maker = lives.data[t].maker;
        return maker < 0 ? 0 : segment_at.data[maker];
    }
    constexpr int last_segment(int t) const {
        const int last = lives.data[t].last_reader;
        if (last >= n.tasks.size) return segments.size - 1;
        const int first = first_segment(t);
        return last < 0 ? first : segment_of(last);
    }
    constexpr bool is_ring(int t) const {
        const lifetime& l = lives.data[t];
        return l.maker >= 0 && l.last_reader < segments.data[segment_at.data[l.maker]].end;
    }
    /// Rows that are kept of tensor t: a multiple of what its makers write at once.
    constexpr int32_t rows_kept(int t) const {
        const int32_t all = n.tensors.data[t].rows;
        if (!is_ring(t)) return all;
        const int maker = lives.data[t].maker, segment = segment_at.data[maker];
        const segment_tasks& s = segments.data[segment];
        if (s.keeps)
            if (const int32_t kept = window_kept(t).kept; kept > 0) return kept;
        int32_t rows = replays.data[segment].ring.data[maker - s.begin];
        int32_t tile = tiles.data[maker];
        for (int k = s.begin; k < s.end; ++k)
            if (tiles.data[k] > tile && slot_owner(n, lives, s, n.tasks[k].output) == t)
                tile = tiles.data[k];
        if (rows < 1) rows = 1;  // nobody reads it: all of its readers' windows lie in the padding
        rows = (rows + tile - 1) / tile * tile;
        return rows < all ? rows : all;
    }
    /// What a ring is under windows that are kept, if it lies there.
    constexpr kept_window window_kept(int t) const {
        if (!is_ring(t)) return {};
        const segment_tasks& s = segments[first_segment(t)];
        return s.keeps ? parts_of_segment(n, lives, s).window_kept(lives[t].maker) : kept_window{};
    }
    constexpr int64_t bytes_kept(int t) const {
        if (!is_ring(t)) return n.tensors.data[t].bytes();
        const int64_t rows = int64_t(rows_kept(t)) * row_bytes_kept(t);
        if (!segments.data[first_segment(t)].keeps) return rows;
        const kept_window w = window_kept(t);
        return rows + int64_t(w.newest) * w.columns * n.tensors[t].pixel_bytes;
    }
    /// Bytes of a row that is kept: rings of a segment that runs in strips hold one strip.
    constexpr int32_t row_bytes_kept(int t) const {
        return is_ring(t) ? row_bytes.data[lives.data[t].maker] : n.tensors.data[t].row_bytes;
    }
    constexpr int64_t scratch_bytes(int k, int64_t alignment) const {
        const kernel_facts& kernel = n.tasks.data[k].kernel;
        const int64_t scratch = scratch_of(kernel, tiles.data[k]);
        if (scratch == 0 && kernel.accumulator_bytes == 0) return 0;
        return align_up(kernel.accumulator_bytes, alignment) + align_up(scratch, alignment);
    }
    constexpr bool owns_memory(int t) const {
        const row_tensor& r = n.tensors.data[t];
        const lifetime& l = lives.data[t];
        if (r.lives != home::arena || l.last_reader < 0 || (l.maker < 0 && !r.given)) return false;
        return !l.merges || !is_ring(t);
    }
};

/// Bytes of a whole tensor's block behind its last row.
constexpr int64_t padding_behind(const planned& p, int t, int64_t alignment) {
    const int64_t bytes = p.n.tensors[t].bytes();
    return align_up(bytes, alignment) - bytes;
}

constexpr block block_of_tensor(const planned& p, int t, int64_t alignment) {
    block b{.bytes = align_up(p.bytes_kept(t), alignment),
            .first_segment = int16_t(p.first_segment(t)),
            .last_segment = int16_t(p.last_segment(t)),
            .id = int16_t(t)};
    const replay_facts& r = p.replays.data[b.first_segment];
    const segment_tasks& s = p.segments.data[b.first_segment];
    const int maker = p.lives.data[t].maker;
    if (p.is_ring(t)) {
        const int local = maker - s.begin;
        b.bit = ring_bit(local);
        b.conflicts = r.ring_conflicts[local];
    } else if (maker == s.end - 1 && r.dying >= 0) {
        b.partner = r.dying;
        b.down = align_up(r.down, alignment);
        b.up = r.may_go_up ? align_up(r.up + padding_behind(p, t, alignment) -
                                          padding_behind(p, r.dying, alignment),
                                      alignment)
                           : -1;
    }
    return b;
}

constexpr block block_of_scratch(const planned& p, int segment, int k, int64_t alignment) {
    const int local = k - p.segments[segment].begin;
    return {.bytes = p.scratch_bytes(k, alignment),
            .first_segment = int16_t(segment),
            .last_segment = int16_t(segment),
            .id = int16_t(p.n.tensors.size + k),
            .bit = scratch_bit(local),
            .conflicts = p.replays[segment].scratch_conflicts[local]};
}

constexpr bool has_block(const planned& p, int region, int t) {
    const row_tensor& r = p.n.tensors.data[t];
    return r.region == region && p.owns_memory(t) && r.bytes() > 0;
}

/// All blocks of a region, of which there are at most as many as tensors and tasks. Gives how many.
constexpr int collect_blocks(const planned& p, int region, int64_t alignment, view<block> out) {
    int count = 0;
    for (int t = 0; t < p.n.tensors.size; ++t)
        if (has_block(p, region, t)) out[count++] = block_of_tensor(p, t, alignment);
    if (region != fast_region) return count;
    for (int segment = 0, k = 0; segment < p.segments.size; ++segment)
        for (const int end = p.segments.data[segment].end; k < end; ++k)
            if (p.scratch_bytes(k, alignment) > 0)
                out[count++] = block_of_scratch(p, segment, k, alignment);
    return count;
}

}  // namespace tigris::planning
