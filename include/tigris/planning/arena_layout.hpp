// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Offsets in an arena: what is live together never shares a byte.

#include <tigris/planning/banks.hpp>
#include <tigris/planning/segment.hpp>
#include <tigris/support/sort.hpp>
#include <tigris/support/view.hpp>

namespace tigris::planning {

constexpr int64_t align_up(int64_t bytes, int64_t alignment) {
    return (bytes + alignment - 1) / alignment * alignment;
}

/// Bytes of an arena that are needed from first_segment to last_segment. `bytes` is a multiple of
/// the arena's alignment; `offset` is the answer. Within one segment, blocks with a `bit` of their
/// own are apart only if one has the other's among its `conflicts`. An output may overlap the block
/// `partner` that dies while it is made: it begins at least `down` bytes before that, or ends at
/// least `up` bytes behind it (-1: it may not). `accesses`: bytes read and written in a run, where
/// it matters in which bank it is. `region`: the one whose bank it must be in, or -1.
struct block {
    int64_t bytes = 0;
    int64_t offset = 0;
    int16_t first_segment = 0;
    int16_t last_segment = 0;
    int16_t id = 0;
    int16_t partner = -1;
    int8_t region = -1;
    local_set bit = 0;
    local_set conflicts = 0;
    int64_t down = 0;
    int64_t up = -1;
    int64_t accesses = 0;
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

/// Where a block must not begin so that it does not straddle the end of a bank.
constexpr forbidden_offsets forbidden_at(int64_t end_of_bank, const block& b) {
    return {end_of_bank - b.bytes, end_of_bank};
}

constexpr bool straddles(const block& b, const space& where) {
    for (int bank = 0; bank < where.count - 1; ++bank)
        if (forbidden_at(where.banks[bank].end, b).contain(b.offset)) return true;
    return false;
}

/// Where a block must not begin so that no byte of it is in a bank.
constexpr forbidden_offsets forbidden_in(const bank& at, const block& b) {
    return {at.begin - b.bytes, at.end};
}

/// Whether no byte of a block is in a bank of another region than its own.
constexpr bool is_where_pinned(const block& b, const space& where) {
    for (int k = 0; k < where.count; ++k)
        if (b.region >= 0 && where.banks[k].region != b.region &&
            forbidden_in(where.banks[k], b).contain(b.offset))
            return false;
    return true;
}

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

/// Working memory for a layout: two sequences, what surrounds a block (other blocks and ends of
/// banks), and sets of blocks, one bit each: layout_words words.
struct layout_memory {
    view<int16_t> sequence;
    view<int16_t> best;
    view<forbidden_offsets> around;
    view<uint64_t> sets;
};

/// Words of a set of blocks, and of all sets: what surrounds each block, what was placed, what has
/// begun with each segment, and what has ended before it.
constexpr int words_of_set(int blocks) { return (blocks + 63) / 64; }
constexpr int layout_words(int blocks, int segments) {
    return (blocks + 2 * segments + 2) * words_of_set(blocks);
}

template <int Blocks, int Segments>
struct layout_room {
    static constexpr int words = layout_words(Blocks, Segments);

    int16_t sequence[Blocks > 0 ? Blocks : 1]{};
    int16_t best[Blocks > 0 ? Blocks : 1]{};
    forbidden_offsets around[Blocks + memory_map::capacity]{};
    uint64_t sets[words > 0 ? words : 1]{};

    constexpr layout_memory all() {
        return {tigris::view_of(sequence), tigris::view_of(best), tigris::view_of(around),
                tigris::view_of(sets)};
    }
};

/// Gives blocks their offsets, in one sequence after the other. Which blocks are live together is
/// found once. Compilers evaluate this many times: few calls in its loops.
class arena_placer {
public:
    constexpr arena_placer(view<block> blocks, const layout_memory& memory, const space& where)
        : blocks_(blocks), memory_(memory), space_(where), words_(words_of_set(blocks.size)) {
        int segments = 0;
        for (const block& b : blocks)
            if (b.last_segment >= segments) segments = b.last_segment + 1;
        // A loop for each set: one over all words would pass the limit that g++ sets a loop.
        for (int k = placed(); k <= ended_before(segments); ++k) {
            uint64_t* const here = set(k);
            for (int w = 0; w < words_; ++w) here[w] = 0;
        }
        for (int i = 0; i < blocks.size; ++i) {
            const block& b = blocks.data[i];
            const uint64_t bit = uint64_t(1) << i % 64;
            set(begun_with(b.first_segment))[i / 64] |= bit;
            set(ended_before(b.last_segment + 1))[i / 64] |= bit;
        }
        for (int k = ended_before(1); k <= ended_before(segments); ++k) {
            uint64_t *const here = set(k), *const before = set(k - 2);
            for (int w = 0; w < words_; ++w) here[w] |= before[w];
        }
        for (int i = 0; i < blocks.size; ++i) find_near(i);
    }

    /// Puts each block, in the sequence given (numbers of blocks), at the lowest offset where it
    /// may be, until one ends at `limit` or behind it. Returns how many end before.
    constexpr int place(view<const int16_t> sequence, int64_t limit) const {
        uint64_t* const done = set(placed());
        for (int w = 0; w < words_; ++w) done[w] = 0;
        for (int at = 0; at < sequence.size; ++at) {
            const int i = sequence.data[at];
            block& b = blocks_.data[i];
            b.offset = lowest_offset(i);
            if (b.offset + b.bytes >= limit) return at;
            done[i / 64] |= uint64_t(1) << i % 64;
        }
        return sequence.size;
    }

private:
    /// Numbers of sets; those before are what surrounds each block.
    constexpr int placed() const { return blocks_.size; }
    constexpr int ended_before(int segment) const { return blocks_.size + 1 + 2 * segment; }
    constexpr int begun_with(int segment) const { return blocks_.size + 2 + 2 * segment; }

    constexpr uint64_t* set(int number) const { return memory_.sets.data + number * words_; }

    constexpr void find_near(int i) const {
        const block& b = blocks_.data[i];
        const uint64_t* const begun = set(begun_with(b.last_segment));
        const uint64_t* const ended = set(ended_before(b.first_segment));
        for (int w = 0; w < words_; ++w) {
            uint64_t near = begun[w] & ~ended[w];
            if (w == i / 64) near &= ~(uint64_t(1) << i % 64);
            if (b.bit)
                for (uint64_t bits = near; bits; bits &= bits - 1)
                    if (!live_together(b, blocks_[w * 64 + __builtin_ctzll(bits)]))
                        near &= ~(bits & -bits);
            set(i)[w] = near;
        }
    }

    constexpr int64_t lowest_offset(int i) const {
        const uint64_t* const sets = memory_.sets.data;
        const uint64_t *near = sets + i * words_, *done = sets + blocks_.size * words_;
        forbidden_offsets* const around = memory_.around.data;
        const block& b = blocks_.data[i];
        int count = 0;
        int64_t offset = 0;
        bool moved = false;
        for (int w = 0; w < words_; ++w)
            for (uint64_t bits = near[w] & done[w]; bits; bits &= bits - 1) {
                const forbidden_offsets f =
                    forbidden_for(b, blocks_.data[w * 64 + __builtin_ctzll(bits)]);
                if (f.low < offset && offset < f.high) offset = f.high, moved = true;
                around[count++] = f;
            }
        for (int k = 0; k < (b.region < 0 ? space_.count - 1 : space_.count); ++k) {
            if (space_.banks[k].region == b.region) continue;  // the next one keeps it inside
            const forbidden_offsets f = b.region < 0 ? forbidden_at(space_.banks[k].end, b)
                                                     : forbidden_in(space_.banks[k], b);
            if (f.low < offset && offset < f.high) offset = f.high, moved = true;
            around[count++] = f;
        }
        return moved ? settled(offset, {around, count}) : offset;
    }

    /// Passes over what surrounds a block, in any order, before it is sorted.
    static constexpr int most_passes = 8;

    static constexpr int64_t settled(int64_t offset, view<forbidden_offsets> around) {
        bool moved = true;
        for (int pass = 0; moved && pass < most_passes; ++pass) {
            moved = false;
            for (int k = 0; k < around.size; ++k)
                if (around.data[k].low < offset && offset < around.data[k].high)
                    offset = around.data[k].high, moved = true;
        }
        return moved ? lowest_above(offset, around) : offset;
    }

    static constexpr int64_t lowest_above(int64_t offset, view<forbidden_offsets> around) {
        sort(around,
             [](const forbidden_offsets& a, const forbidden_offsets& b) { return a.low < b.low; });
        for (const forbidden_offsets& f : around)
            if (f.low < offset && offset < f.high) offset = f.high;
        return offset;
    }

    view<block> blocks_;
    layout_memory memory_;
    const space& space_;
    int64_t words_;  // as wide as the offsets that it is a factor of
};

/// The blocks in the order given. Their offsets, which they get later, are their urgency until
/// then.
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

/// Moves a block to the front of the sequence, to be placed before the others.
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

/// After how many in vain an order is given up: later ones hardly ever find anything.
inline constexpr int most_in_vain = 6;

/// What all accesses to blocks cost where they are, in thousandths of a cycle.
constexpr int64_t cost_of_accesses(view<const block> blocks, const space& where) {
    int64_t cost = 0;
    for (const block& b : blocks) cost += b.accesses * (where.at(b.offset).cost / 2);
    return cost;
}

/// Places the blocks in a sequence so that all of them fit, where a few promotions of those that do
/// not are enough.
constexpr bool place_inside(const arena_placer& placer, view<int16_t> sequence,
                            const space& where) {
    for (int promotions = promotions_for(sequence.size); promotions >= 0; --promotions) {
        const int placed = placer.place({sequence.data, sequence.size}, where.bytes() + 1);
        if (placed == sequence.size) return true;
        promote(sequence, placed);
    }
    return false;
}

/// Offsets by the order of four that fits and costs least, where banks differ in cost; where none
/// fits, some blocks are behind the banks. Returns the arena's bytes.
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
            // Where the first two orders do not fit, the others hardly ever do.
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

/// Offsets by the best of three orders and a few promotions, of the block that ends highest or at
/// the best arena so far; stops at the first that reaches `least`, which no arena can beat. Returns
/// the arena's bytes.
constexpr int64_t lay_out(view<block> blocks, const layout_memory& working, const space& where,
                          int64_t least) {
    if (where.has_costs()) return lay_out_by_cost(blocks, working, where);
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

}  // namespace tigris::planning
