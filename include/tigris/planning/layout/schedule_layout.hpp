// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What a schedule keeps in memory, as blocks for the layout.

#include <tigris/planning/layout/alignment.hpp>
#include <tigris/planning/layout/arena_block.hpp>
#include <tigris/planning/rows/shared_rows.hpp>
#include <tigris/planning/segments/segment.hpp>
#include <tigris/planning/segments/strips.hpp>

namespace tigris::planning {

/// All that the layout and the plan are made of.
struct planned {
    row_network n;                       // tasks, reads and row tensors, with transfers
    view<const lifetime> lifetimes;      // when each row tensor is needed
    view<const segment_tasks> segments;  // segments in order
    view<const int32_t> tiles;           // rows per call of each task
    view<const replay_facts> replays;    // result of the replay of each segment
    view<const int16_t> segment_at;      // segment of each task
    /// Bytes of a row of each task's output, as its segment keeps it.
    view<const int32_t> row_bytes;

    constexpr int segment_of(int task) const { return segment_at.data[task]; }
    constexpr int first_segment(int t) const {
        const int producer = lifetimes.data[t].producer;
        return producer < 0 ? 0 : segment_at.data[producer];
    }
    constexpr int last_segment(int t) const {
        const int last = lifetimes.data[t].last_reader;
        if (last >= n.tasks.size) return segments.size - 1;
        const int first = first_segment(t);
        return last < 0 ? first : segment_of(last);
    }
    constexpr bool is_ring(int t) const {
        const lifetime& l = lifetimes.data[t];
        return l.producer >= 0 && l.last_reader < segments.data[segment_at.data[l.producer]].end;
    }
    /// Rows of tensor t that are kept: a multiple of the rows that its producers write at once.
    constexpr int32_t rows_kept(int t) const {
        const int32_t all = n.tensors.data[t].rows;
        if (!is_ring(t)) return all;
        const int producer = lifetimes.data[t].producer, segment = segment_at.data[producer];
        const segment_tasks& s = segments.data[segment];
        if (s.keeps)
            if (const int32_t kept = window_kept(t).kept; kept > 0) return kept;
        int32_t rows = replays.data[segment].ring.data[producer - s.begin];
        int32_t tile = tiles.data[producer];
        for (int k = s.begin; k < s.end; ++k)
            if (tiles.data[k] > tile && slot_owner(n, lifetimes, s, n.tasks[k].output) == t)
                tile = tiles.data[k];
        if (rows < 1) rows = 1;  // no row is read: all windows lie in the padding
        rows = (rows + tile - 1) / tile * tile;
        return rows < all ? rows : all;
    }
    /// The kept window of a ring; empty if its windows are not kept.
    constexpr kept_window window_kept(int t) const {
        if (!is_ring(t)) return {};
        const segment_tasks& s = segments[first_segment(t)];
        return s.keeps ? parts_of_segment(n, lifetimes, s).window_kept(lifetimes[t].producer)
                       : kept_window{};
    }
    constexpr int64_t bytes_kept(int t) const {
        if (!is_ring(t)) return n.tensors.data[t].bytes();
        const int64_t rows = int64_t(rows_kept(t)) * row_bytes_kept(t);
        if (!segments.data[first_segment(t)].keeps) return rows;
        const kept_window w = window_kept(t);
        return rows + int64_t(w.newest) * w.columns * n.tensors[t].pixel_bytes;
    }
    /// Bytes of a row that is kept. In a segment that runs in strips, a ring holds one strip.
    constexpr int32_t row_bytes_kept(int t) const {
        return is_ring(t) ? row_bytes.data[lifetimes.data[t].producer]
                          : n.tensors.data[t].row_bytes;
    }
    constexpr int64_t scratch_bytes(int k, int64_t alignment) const {
        const task& t = n.tasks.data[k];
        const int64_t scratch = scratch_share(t, tiles.data[k]);
        if (scratch == 0 && t.kernel.accumulator_bytes == 0) return 0;
        return align_up(t.kernel.accumulator_bytes, alignment) +
               workers_of(t, tiles.data[k]) * align_up(scratch, alignment);
    }
    constexpr bool owns_memory(int t) const {
        const row_tensor& r = n.tensors.data[t];
        const lifetime& l = lifetimes.data[t];
        if (r.home != home::arena || l.last_reader < 0 || (l.producer < 0 && !r.given))
            return false;
        return !l.merges || !is_ring(t);
    }
};

/// Bytes of a whole tensor's block after the tensor's last row.
constexpr int64_t padding_behind(const planned& p, int t, int64_t alignment) {
    const int64_t bytes = p.n.tensors[t].bytes();
    return align_up(bytes, alignment) - bytes;
}

constexpr block block_of_tensor(const planned& p, int t, int64_t alignment) {
    block b{.bytes = align_up(p.bytes_kept(t), alignment),
            .first_segment = int16_t(p.first_segment(t)),
            .last_segment = int16_t(p.last_segment(t)),
            .id = int16_t(t),
            .region = p.n.tensors.data[t].region};
    const replay_facts& r = p.replays.data[b.first_segment];
    const segment_tasks& s = p.segments.data[b.first_segment];
    const int producer = p.lifetimes.data[t].producer;
    if (p.is_ring(t)) {
        const int local = producer - s.begin;
        b.bit = ring_bit(local);
        b.conflicts = r.ring_conflicts[local];
    } else if (producer == s.end - 1 && r.dying >= 0) {
        b.partner = r.dying;
        b.same_place = r.same_place;
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

constexpr bool has_block(const planned& p, int space, int t) {
    const row_tensor& r = p.n.tensors.data[t];
    return r.space == space && p.owns_memory(t) && r.bytes() > 0;
}

/// Rows (or columns) that the windows of `made` output rows hold, each window counted in full.
/// `rows`: all of the input.
constexpr int64_t lines_read(const row_rate& r, int32_t made, int32_t rows) {
    return r.stride == 0 ? rows : made * (int64_t(r.last - r.first) / r.divisor + 1);
}

/// Bytes that a task reads of a tensor in a run. Rows that several windows share count for each
/// window.
constexpr int64_t bytes_read(const row_network& n, const task& reader, const row_read& r) {
    const row_tensor &in = n.tensors[r.tensor], &out = n.tensors[reader.output];
    if (reader.whole) return in.bytes();
    return lines_read(r.rate, out.rows, in.rows) * lines_read(r.columns, out.width(), in.width()) *
           in.pixel_bytes;
}

/// The tensor in whose block tensor t lies.
constexpr int16_t holder_of(const planned& p, int16_t t) {
    if (!p.lifetimes[t].merges || !p.is_ring(t)) return t;
    return slot_owner(p.n, p.lifetimes, p.segments[p.first_segment(t)], t);
}

constexpr int64_t scratch_accesses(const planned& p, int k, int64_t bytes) {
    const segment_tasks& s = p.segments[p.segment_of(k)];
    return 2 * bytes * calls_of(p.n, p.lifetimes, s, k, p.tiles[k]);
}

/// The number of the first block whose id is at least `id`. Requires blocks in the order of their
/// ids.
constexpr int find_block(view<const block> blocks, int id) {
    int first = 0, end = blocks.size;
    while (first < end) {
        const int middle = (first + end) / 2;
        if (blocks.data[middle].id < id)
            first = middle + 1;
        else
            end = middle;
    }
    return first;
}

/// Counts the bytes that a run reads and writes in each block. Requires blocks in the order of
/// their ids.
constexpr void count_accesses(const planned& p, view<block> blocks) {
    const auto add = [&](int16_t t, int64_t bytes) {
        const int16_t holder = holder_of(p, t);
        const int at = find_block({blocks.data, blocks.size}, holder);
        if (at < blocks.size && blocks.data[at].id == holder) blocks.data[at].accesses += bytes;
    };
    for (block& b : blocks)
        if (const int k = b.id - p.n.tensors.size; k >= 0)
            b.accesses = scratch_accesses(p, k, b.bytes);
    for (int k = 0; k < p.n.tasks.size; ++k) {
        const task& t = p.n.tasks[k];
        add(t.output, p.n.tensors[t.output].bytes());
        for (const row_read& r : p.n.reads_of(k))
            if (r.tensor >= 0) add(r.tensor, bytes_read(p.n, t, r));
    }
}

/// Collects all blocks of a space: at most one for each tensor and each task. Returns their number.
constexpr int collect_blocks(const planned& p, int number, int64_t alignment, view<block> out) {
    int count = 0;
    for (int t = 0; t < p.n.tensors.size; ++t)
        if (has_block(p, number, t)) out[count++] = block_of_tensor(p, t, alignment);
    if (number != fast_space) return count;
    for (int segment = 0, k = 0; segment < p.segments.size; ++segment)
        for (const int end = p.segments.data[segment].end; k < end; ++k)
            if (p.scratch_bytes(k, alignment) > 0)
                out[count++] = block_of_scratch(p, segment, k, alignment);
    return count;
}

}  // namespace tigris::planning
