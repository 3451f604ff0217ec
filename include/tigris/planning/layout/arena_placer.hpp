// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Puts blocks, in a given sequence, at the lowest offsets where they may be.

#include <tigris/planning/layout/arena_block.hpp>
#include <tigris/planning/target/memory_map.hpp>
#include <tigris/support/sort.hpp>

namespace tigris::planning {

/// Working memory for a layout.
struct layout_memory {
    view<int16_t> sequence;          // numbers of blocks as they are placed
    view<int16_t> best;              // the sequence with the best result so far
    view<forbidden_offsets> around;  // what surrounds a block: other blocks and ends of banks
    view<uint64_t> sets;             // sets of blocks, one bit for each block: layout_words words
};

/// Words of one set of blocks, and of all sets. There is a set for each block: what surrounds the
/// block. There is one set for what was placed. For each segment there are two: what has begun with
/// it, and what has ended before it.
constexpr int words_of_set(int blocks) { return (blocks + 63) / 64; }
constexpr int layout_words(int blocks, int segments) {
    return (blocks + 2 * segments + 2) * words_of_set(blocks);
}

/// Forbidden offsets around a block, at most: one for each other block, and one more for its
/// partner and for the block whose partner it is.
constexpr int most_around(int blocks) { return blocks + 2 + memory_map::capacity; }

template <int Blocks, int Segments>
struct layout_room {
    static constexpr int words = layout_words(Blocks, Segments);

    int16_t sequence[Blocks > 0 ? Blocks : 1]{};
    int16_t best[Blocks > 0 ? Blocks : 1]{};
    forbidden_offsets around[most_around(Blocks)]{};
    uint64_t sets[words > 0 ? words : 1]{};

    constexpr layout_memory all() {
        return {tigris::view_of(sequence), tigris::view_of(best), tigris::view_of(around),
                tigris::view_of(sets)};
    }
};

/// Gives blocks their offsets, for one sequence after the other. It finds only once which blocks
/// are live together. Compilers evaluate its loops many times, so they have few calls.
class arena_placer {
public:
    constexpr arena_placer(view<block> blocks, const layout_memory& memory, const space& where)
        : blocks_(blocks), memory_(memory), space_(where), words_(words_of_set(blocks.size)) {
        int segments = 0;
        for (const block& b : blocks)
            if (b.last_segment >= segments) segments = b.last_segment + 1;
        // A loop for each set: one loop over all words would exceed g++'s limit for loops.
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

    /// Puts each block of the sequence at the lowest offset where it may be. Stops at the first
    /// block that ends at `limit` or above. Returns how many blocks end below.
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
    /// Numbers of sets. Sets before placed() hold what surrounds each block.
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
                const block& other = blocks_.data[w * 64 + __builtin_ctzll(bits)];
                const forbidden_offsets f = forbidden_for(b, other);
                if (f.low < offset && offset < f.high) offset = f.high, moved = true;
                around[count++] = f;
                if (need_same_place(b, other))
                    around[count++] = forbidden_beside(b, other), moved = true;
            }
        for (int k = 0; k < (b.region < 0 ? space_.count - 1 : space_.count); ++k) {
            if (space_.banks[k].region == b.region)
                continue;  // the next bank keeps the block inside
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

}  // namespace tigris::planning
