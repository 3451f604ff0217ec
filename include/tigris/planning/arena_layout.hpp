// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Offsets in an arena: what is live together never shares a byte.

#include <stdint.h>
#include <tigris/support/sort.hpp>
#include <tigris/support/view.hpp>

namespace tigris::planning {

/// A piece of memory that is needed from first_step to last_step. `bytes` is a multiple of the
/// arena's alignment; `offset` is the answer.
struct block {
    int64_t bytes = 0;
    int64_t offset = 0;
    int16_t first_step = 0;
    int16_t last_step = 0;
    int16_t id = 0;
};

constexpr bool live_together(const block& a, const block& b) {
    return a.first_step <= b.last_step && b.first_step <= a.last_step;
}

/// Orders in which blocks are placed; none is best for every network.
enum class placing_order : uint8_t { largest_first, longest_first, earliest_first };

constexpr int64_t urgency(const block& b, placing_order order) {
    switch (order) {
        case placing_order::largest_first: return b.bytes;
        case placing_order::longest_first: return b.bytes * (b.last_step - b.first_step + 1);
        default: return -b.first_step;
    }
}

constexpr void sort_by(view<block> blocks, placing_order order) {
    sort(blocks, [order](const block& a, const block& b) {
        const int64_t x = urgency(a, order), y = urgency(b, order);
        return x != y ? x > y : a.id < b.id;
    });
}

/// Puts each block, in the sequence given, at the lowest offset where it is alone. `by_offset` is
/// working memory for as many numbers as blocks. Returns the arena's bytes. O(n^2).
constexpr int64_t place(view<block> blocks, view<int16_t> by_offset) {
    int64_t arena = 0;
    for (int placed = 0; placed < blocks.size; ++placed) {
        block& b = blocks[placed];
        b.offset = 0;
        for (int k = 0; k < placed; ++k) {
            const block& other = blocks[by_offset[k]];
            if (!live_together(b, other)) continue;
            if (other.offset >= b.offset + b.bytes) break;
            if (other.offset + other.bytes > b.offset) b.offset = other.offset + other.bytes;
        }
        int at = placed;
        for (; at > 0 && blocks[by_offset[at - 1]].offset > b.offset; --at)
            by_offset[at] = by_offset[at - 1];
        by_offset[at] = int16_t(placed);
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

/// A sequence: an order, after which the highest block was promoted so many times.
struct attempt {
    placing_order order = placing_order::largest_first;
    int promotions = 0;
};

/// How often the highest block is promoted: fewer times in large graphs, since compilers limit the
/// steps of an evaluation.
constexpr int promotions_for(int blocks) { return blocks <= 64 ? 16 : blocks <= 128 ? 4 : 0; }

constexpr int64_t replay(view<block> blocks, view<int16_t> working, const attempt& a) {
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
constexpr int64_t lay_out(view<block> blocks, view<int16_t> working, int64_t least) {
    constexpr placing_order orders[]{placing_order::largest_first, placing_order::longest_first,
                                     placing_order::earliest_first};
    attempt best{};
    int64_t arena = INT64_MAX;
    for (const placing_order order : orders) {
        sort_by(blocks, order);
        for (int promotions = 0; promotions <= promotions_for(blocks.size); ++promotions) {
            if (promotions > 0) promote_highest(blocks);
            const int64_t bytes = place(blocks, working);
            if (bytes < arena) arena = bytes, best = {order, promotions};
            if (arena <= least) return arena;
        }
    }
    return replay(blocks, working, best);
}

}  // namespace tigris::planning
