// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Blocks of an arena. Two blocks that are live together never share a byte.

#include <tigris/planning/segments/segment.hpp>
#include <tigris/planning/target/banks.hpp>
#include <tigris/support/view.hpp>

namespace tigris::planning {

/// Bytes of an arena that are needed from one segment to another. The layout finds `offset`.
///
/// An output may overlap the block `partner`, an input that dies while the output is made. Then the
/// output begins at least `down` bytes before `partner` begins, or ends at least `up` bytes after
/// `partner` ends.
struct block {
    int64_t bytes = 0;          // a multiple of the arena's alignment
    int64_t offset = 0;         // bytes from the start of the space
    int16_t first_segment = 0;  // first segment that needs the block
    int16_t last_segment = 0;   // last segment that needs the block
    int16_t id = 0;             // number of the row tensor or task (schedule_layout.hpp)
    int16_t partner = -1;       // id of the input that the block may overlap; -1: none
    bool same_place = false;    // it overlaps `partner` only where both begin at one offset
    int8_t region = -1;         // region in whose bank the block must lie; -1: any
    local_set bit = 0;          // the block's bit in its segment; 0: it is apart from all others
    local_set conflicts = 0;    // bits of the blocks of the same segment that must be apart
    int64_t down = 0;           // least bytes from the start of the block to that of `partner`
    /// Least bytes from the end of `partner` to that of the block; -1: not allowed.
    int64_t up = -1;
    int64_t accesses = 0;  // bytes read and written in a run, if banks differ in cost
};

/// The end of the highest block: the bytes of the blocks' arena.
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

/// Offsets that block `b` must not have, given where block `placed` is.
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

/// Whether two blocks may overlap only where both begin at one offset.
constexpr bool need_same_place(const block& a, const block& b) {
    return (a.same_place && a.partner == b.id) || (b.same_place && b.partner == a.id);
}
/// Then more offsets that block `b` must not have: those on the other side of that offset.
constexpr forbidden_offsets forbidden_beside(const block& b, const block& placed) {
    if (b.partner == placed.id) return {placed.offset - b.bytes, placed.offset};
    return {placed.offset, placed.offset + placed.bytes};
}

/// Whether block `b` is where it must not be, given where block `placed` is.
constexpr bool collides(const block& b, const block& placed) {
    return forbidden_for(b, placed).contain(b.offset) ||
           (need_same_place(b, placed) && forbidden_beside(b, placed).contain(b.offset));
}

/// Offsets at which a block would straddle the end of a bank.
constexpr forbidden_offsets forbidden_at(int64_t end_of_bank, const block& b) {
    return {end_of_bank - b.bytes, end_of_bank};
}

constexpr bool straddles(const block& b, const space& where) {
    for (int bank = 0; bank < where.count - 1; ++bank)
        if (forbidden_at(where.banks[bank].end, b).contain(b.offset)) return true;
    return false;
}

/// Offsets at which a block would have bytes in bank `at`.
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

}  // namespace tigris::planning
