// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Offsets in an arena: what is live together never shares a byte.

#include <tigris/planning/row_schedule.hpp>
#include <tigris/support/sort.hpp>
#include <tigris/support/view.hpp>

namespace tigris::planning {

constexpr int64_t align_up(int64_t bytes, int64_t alignment) {
    return (bytes + alignment - 1) / alignment * alignment;
}

/// A piece of memory that is needed from first_segment to last_segment. `bytes` is a multiple of
/// the arena's alignment; `offset` is the answer. Within one segment, pieces with a `bit` of their
/// own are apart only if one has the other's among its `conflicts`. An output may overlap the block
/// `partner` that dies while it is made: it begins at least `down` bytes before that, or ends at
/// least `up` bytes behind it (-1: it may not).
struct block {
    int64_t bytes = 0;
    int64_t offset = 0;
    int16_t first_segment = 0;
    int16_t last_segment = 0;
    int16_t id = 0;
    int16_t partner = -1;
    local_set bit = 0;
    local_set conflicts = 0;
    int64_t down = 0;
    int64_t up = -1;
};

/// Behind the highest block: the bytes of their arena.
constexpr int64_t end_of(view<const block> blocks) {
    int64_t end = 0;
    for (const block& b : blocks)
        if (b.offset + b.bytes > end) end = b.offset + b.bytes;
    return end;
}

constexpr bool live_together(const block& a, const block& b) {
    if (a.first_segment > b.last_segment || b.first_segment > a.last_segment) return false;
    if (a.bit && b.bit) return (a.conflicts & b.bit) || (b.conflicts & a.bit);
    return true;
}

/// Offsets between low and high, both excluded, are forbidden.
struct forbidden_offsets {
    int64_t low = 0;
    int64_t high = 0;

    constexpr bool contain(int64_t offset) const { return low < offset && offset < high; }
};

/// Where `b` must not be, given where `placed` is.
constexpr forbidden_offsets forbidden_for(const block& b, const block& placed) {
    forbidden_offsets apart{placed.offset - b.bytes, placed.offset + placed.bytes};
    if (b.partner == placed.id) {
        apart.low = placed.offset - b.down;
        if (b.up >= 0) apart.high = placed.offset + placed.bytes + b.up - b.bytes;
    } else if (placed.partner == b.id) {
        if (placed.up >= 0) apart.low = placed.offset + placed.bytes - b.bytes - placed.up;
        apart.high = placed.offset + placed.down;
    }
    return apart;
}

/// Orders in which blocks are placed; none is best for every network.
enum class placing_order : uint8_t { largest_first, longest_first, earliest_first };

constexpr int64_t urgency(const block& b, placing_order order) {
    switch (order) {
        case placing_order::largest_first: return b.bytes;
        case placing_order::longest_first: return b.bytes * (b.last_segment - b.first_segment + 1);
        default: return -b.first_segment;
    }
}

constexpr void sort_by(view<block> blocks, placing_order order) {
    sort(blocks, [order](const block& a, const block& b) {
        const int64_t x = urgency(a, order), y = urgency(b, order);
        return x != y ? x > y : a.id < b.id;
    });
}

/// Puts each block, in the sequence given, at the lowest offset where it may be. `around` is
/// working memory for as many as there are blocks. Returns the arena's bytes. O(n^2).
constexpr int64_t place(view<block> blocks, view<forbidden_offsets> around) {
    int64_t arena = 0;
    for (int placed = 0; placed < blocks.size; ++placed) {
        block& b = blocks[placed];
        int count = 0;
        for (int k = 0; k < placed; ++k)
            if (blocks[k].first_segment <= b.last_segment &&
                blocks[k].last_segment >= b.first_segment && live_together(b, blocks[k]))
                around[count++] = forbidden_for(b, blocks[k]);
        b.offset = 0;
        for (bool moved = true; moved;) {
            moved = false;
            for (int k = 0; k < count; ++k)
                if (around[k].contain(b.offset)) b.offset = around[k].high, moved = true;
        }
        if (b.offset + b.bytes > arena) arena = b.offset + b.bytes;
    }
    return arena;
}

/// Moves the block that ends highest to the front of the sequence, to be placed before the others.
constexpr void promote_highest(view<block> blocks) {
    int highest = 0;
    for (int i = 1; i < blocks.size; ++i)
        if (blocks[i].offset + blocks[i].bytes > blocks[highest].offset + blocks[highest].bytes)
            highest = i;
    const block promoted = blocks[highest];
    for (int i = highest; i > 0; --i) blocks[i] = blocks[i - 1];
    blocks[0] = promoted;
}

/// A sequence of blocks: an order, after which the highest block was promoted so many times.
struct placing {
    placing_order order = placing_order::largest_first;
    int promotions = 0;
};

/// How often the highest block is promoted: fewer times in large graphs, since compilers limit the
/// steps of an evaluation.
constexpr int promotions_for(int blocks) { return blocks <= 64 ? 16 : blocks <= 128 ? 4 : 0; }

/// How many orders are tried, for the same reason.
constexpr int orders_for(int blocks) { return blocks <= 160 ? 3 : 1; }

constexpr int64_t replay(view<block> blocks, view<forbidden_offsets> working, const placing& a) {
    sort_by(blocks, a.order);
    int64_t arena = place(blocks, working);
    for (int i = 0; i < a.promotions; ++i) {
        promote_highest(blocks);
        arena = place(blocks, working);
    }
    return arena;
}

/// Offsets by the best of three orders and a few promotions; stops at the first that reaches
/// `least`, which no arena can beat. Returns the arena's bytes.
constexpr int64_t lay_out(view<block> blocks, view<forbidden_offsets> working, int64_t least) {
    constexpr placing_order orders[]{placing_order::largest_first, placing_order::longest_first,
                                     placing_order::earliest_first};
    placing best{};
    int64_t arena = INT64_MAX;
    for (int tried = 0; tried < orders_for(blocks.size); ++tried) {
        const placing_order order = orders[tried];
        sort_by(blocks, order);
        for (int promotions = 0; promotions <= promotions_for(blocks.size); ++promotions) {
            if (promotions > 0) promote_highest(blocks);
            const int64_t bytes = place(blocks, working);
            if (bytes < arena) arena = bytes, best = {order, promotions};
            if (arena <= least) return arena;
        }
    }
    if (orders_for(blocks.size) == 1 && promotions_for(blocks.size) == 0) return arena;
    return replay(blocks, working, best);
}

}  // namespace tigris::planning
