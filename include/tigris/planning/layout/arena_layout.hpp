// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Offsets in an arena: the best of a few orders in which blocks are placed.

#include <tigris/planning/layout/arena_placer.hpp>

namespace tigris::planning {

/// Orders in which blocks are placed; none is best for every network.
enum class placing_order : uint8_t {
    largest_first,
    longest_first,
    earliest_first,
    most_accessed_first
};

constexpr int64_t urgency(const block& b, placing_order order) {
    switch (order) {
        case placing_order::most_accessed_first: return b.accesses * 256 / b.bytes;
        case placing_order::largest_first: return b.bytes;
        case placing_order::longest_first: return b.bytes * (b.last_segment - b.first_segment + 1);
        default: return -b.first_segment;
    }
}

/// Sorts blocks into an order. Until blocks get their offsets, `offset` holds the urgency of a
/// block.
constexpr void sort_by(view<block> blocks, placing_order order, view<int16_t> sequence) {
    for (int i = 0; i < sequence.size; ++i) {
        sequence.data[i] = int16_t(i);
        blocks.data[i].offset = urgency(blocks.data[i], order);
    }
    sort(sequence, [&](int16_t a, int16_t b) {
        const int64_t x = blocks.data[a].offset, y = blocks.data[b].offset;
        return x != y ? x > y : a < b;
    });
}

/// Moves a block to the front of the sequence, so that it is placed first.
constexpr void promote(view<int16_t> sequence, int at) {
    const int16_t promoted = sequence[at];
    for (int i = at; i > 0; --i) sequence[i] = sequence[i - 1];
    sequence[0] = promoted;
}

/// The place in the sequence of the block that ends highest.
constexpr int find_highest(view<const block> blocks, view<const int16_t> sequence) {
    int highest = 0;
    int64_t end = -1;
    for (int i = 0; i < sequence.size; ++i) {
        const block& b = blocks[sequence[i]];
        if (b.offset + b.bytes > end) end = b.offset + b.bytes, highest = i;
    }
    return highest;
}

/// How often the highest block is promoted: fewer times in large graphs, since compilers limit the
/// steps of an evaluation.
constexpr int promotions_for(int blocks) { return blocks <= 64 ? 16 : 4; }

/// The most placements in a row without a better result. After that many, the search with an order
/// ends.
inline constexpr int most_in_vain = 6;

/// Cost of all accesses to the blocks at their offsets, in thousandths of a cycle.
constexpr int64_t cost_of_accesses(view<const block> blocks, const space& where) {
    int64_t cost = 0;
    for (const block& b : blocks) cost += b.accesses * (where.at(b.offset).cost / 2);
    return cost;
}

/// Places the blocks in a sequence. Blocks that do not fit move to the front, a few times. Returns
/// whether all blocks fit.
constexpr bool place_inside(const arena_placer& placer, view<int16_t> sequence,
                            const space& where) {
    for (int promotions = promotions_for(sequence.size); promotions >= 0; --promotions) {
        const int placed = placer.place({sequence.data, sequence.size}, where.bytes() + 1);
        if (placed == sequence.size) return true;
        promote(sequence, placed);
    }
    return false;
}

/// Finds offsets where banks differ in cost. Of four orders it takes the one that fits and costs
/// least. If none fits, some blocks lie after the last bank. Returns the bytes of the arena.
constexpr int64_t lay_out_by_cost(view<block> blocks, const layout_memory& working,
                                  const space& where) {
    constexpr placing_order orders[]{placing_order::most_accessed_first,
                                     placing_order::largest_first, placing_order::longest_first,
                                     placing_order::earliest_first};
    const arena_placer placer(blocks, working, where);
    const view<int16_t> sequence{working.sequence.data, blocks.size};
    const view<int16_t> best{working.best.data, blocks.size};
    int64_t least = INT64_MAX;
    for (const placing_order order : orders) {
        sort_by(blocks, order, sequence);
        if (!place_inside(placer, sequence, where)) {
            // If the first two orders do not fit, the others hardly ever do.
            if (order == placing_order::largest_first && least == INT64_MAX) break;
            continue;
        }
        const int64_t cost = cost_of_accesses({blocks.data, blocks.size}, where);
        if (cost >= least) continue;
        least = cost;
        for (int i = 0; i < sequence.size; ++i) best.data[i] = sequence.data[i];
    }
    if (least == INT64_MAX) sort_by(blocks, placing_order::largest_first, best);
    placer.place({best.data, best.size}, INT64_MAX);
    return end_of({blocks.data, blocks.size});
}

/// Finds offsets for the fewest bytes, by the best of three orders. In each order, a few times, a
/// block moves to the front: the one that ends highest, or the first that passes the best result so
/// far. The search stops at `least` bytes, since no arena takes less. Returns the bytes of the
/// arena.
constexpr int64_t lay_out_by_bytes(view<block> blocks, const layout_memory& working,
                                   const space& where, int64_t least) {
    constexpr placing_order orders[]{placing_order::largest_first, placing_order::longest_first,
                                     placing_order::earliest_first};
    const arena_placer placer(blocks, working, where);
    const view<const block> placed{blocks.data, blocks.size};
    const view<int16_t> sequence{working.sequence.data, blocks.size};
    const view<const int16_t> in_sequence{sequence.data, sequence.size};
    int64_t arena = INT64_MAX;
    for (const placing_order order : orders) {
        sort_by(blocks, order, sequence);
        for (int promotions = promotions_for(blocks.size), in_vain = 0;
             promotions >= 0 && in_vain <= most_in_vain; --promotions, ++in_vain) {
            int highest = placer.place(in_sequence, arena);
            if (highest == sequence.size) {
                arena = end_of(placed);
                if (arena <= least) return arena;
                for (int i = 0; i < sequence.size; ++i) working.best[i] = sequence[i];
                highest = find_highest(placed, in_sequence);
                in_vain = 0;
            }
            promote(sequence, highest);
        }
    }
    placer.place({working.best.data, blocks.size}, INT64_MAX);
    return end_of(placed);
}

/// Finds offsets for the fewest bytes. If banks differ in cost and the first bank cannot hold all
/// blocks, it finds offsets for the least cost. No arena takes less than `least` bytes. Returns the
/// bytes of the arena.
constexpr int64_t lay_out(view<block> blocks, const layout_memory& working, const space& where,
                          int64_t least) {
    if (!where.has_costs()) return lay_out_by_bytes(blocks, working, where, least);
    const int64_t first = where.banks[0].end;
    if (least <= first) {
        const int64_t arena = lay_out_by_bytes(blocks, working, where, least);
        if (arena <= first) return arena;
    }
    return lay_out_by_cost(blocks, working, where);
}

}  // namespace tigris::planning
