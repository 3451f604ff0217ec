// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/planning/layout/arena_placer.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

using namespace tigris;
using namespace tigris::planning;

namespace {

constexpr std::int64_t first_bank = 64;

/// A space with one bank, or with two of the regions 0 and 1.
space banks(int count) {
    space s{.count = count};
    if (count == 2) {
        s.banks[0] = {.begin = 0, .end = first_bank, .region = 0};
        s.banks[1] = {.begin = first_bank, .end = 2 * first_bank, .region = 1};
    }
    return s;
}

/// Blocks of a few segments, some of which overlap the one before, some of which are pinned.
std::vector<block> random_blocks(std::mt19937& random, int count, bool pinned) {
    std::vector<block> blocks(std::size_t(count), block{});
    for (int i = 0; i < count; ++i) {
        block& b = blocks[std::size_t(i)];
        b.id = std::int16_t(i);
        b.bytes = std::int64_t(random() % 10 + 1) * 4;
        b.first_segment = std::int16_t(random() % 6);
        b.last_segment = std::int16_t(b.first_segment + int(random() % 3));
        if (pinned && random() % 4 == 0) b.region = std::int8_t(random() % 2);
        if (i > 0 && random() % 3 == 0) {
            b.partner = std::int16_t(i - 1);
            b.down = std::int64_t(random() % 5) * 4;
            b.up = random() % 2 ? std::int64_t(random() % 5) * 4 : -1;
            b.same_place = random() % 4 == 0;
            if (b.same_place) b.down = 0, b.up = -1;
        }
    }
    return blocks;
}

/// Whether a block may lie where it is, beside those that were placed.
bool may_lie(const block& b, const std::vector<block>& placed, const space& where) {
    if (b.region < 0 && straddles(b, where)) return false;
    if (b.region >= 0 && where.count > 1 && !is_where_pinned(b, where)) return false;
    return std::none_of(placed.begin(), placed.end(), [&](const block& other) {
        return live_together(b, other) && collides(b, other);
    });
}

/// Every offset is tried, from 0 on, for one block after the other. Gives how many end before the
/// limit.
int place_by_search(std::vector<block>& blocks, const std::vector<std::int16_t>& sequence,
                    std::int64_t limit, const space& where) {
    std::vector<block> placed;
    for (const std::int16_t i : sequence) {
        block& b = blocks[std::size_t(i)];
        for (b.offset = 0; !may_lie(b, placed, where);) ++b.offset;
        if (b.offset + b.bytes >= limit) break;
        placed.push_back(b);
    }
    return int(placed.size());
}

/// Places random blocks in a random sequence, and finds whether a search does so, too.
bool equals_search(unsigned seed, int bank_count) {
    constexpr int count = 12;
    std::mt19937 random(seed);
    std::vector<block> blocks = random_blocks(random, count, bank_count > 1), searched = blocks;
    std::vector<std::int16_t> sequence(count);
    std::iota(sequence.begin(), sequence.end(), std::int16_t(0));
    std::shuffle(sequence.begin(), sequence.end(), random);
    const std::int64_t limit = seed % 3 ? 80 : 10000;
    const space where = banks(bank_count);
    layout_room<count, 8> room;
    const arena_placer placer({blocks.data(), count}, room.all(), where);
    const int placed = placer.place({sequence.data(), count}, limit);
    if (placed != place_by_search(searched, sequence, limit, where)) return false;
    for (int k = 0; k < placed; ++k) {
        const auto i = std::size_t(sequence[std::size_t(k)]);
        if (blocks[i].offset != searched[i].offset) return false;
    }
    return true;
}

}  // namespace

TEST_CASE("blocks lie where a search through all offsets puts them") {
    for (unsigned seed = 0; seed < 500; ++seed) CHECK_MESSAGE(equals_search(seed, 1), seed);
}

TEST_CASE("so they do beside ends of banks, and pinned to one of them") {
    for (unsigned seed = 0; seed < 500; ++seed) CHECK_MESSAGE(equals_search(seed, 2), seed);
}

TEST_CASE("a placer starts anew with each sequence") {
    std::vector<block> blocks(3, block{.bytes = 8});
    for (std::size_t i = 0; i < 3; ++i) blocks[i].id = std::int16_t(i);
    const space where = banks(1);
    layout_room<3, 1> room;
    const arena_placer placer({blocks.data(), 3}, room.all(), where);
    const std::int16_t up[]{0, 1, 2}, down[]{2, 1, 0};
    CHECK(placer.place({up, 3}, 100) == 3);
    CHECK(blocks[2].offset == 16);
    CHECK(placer.place({down, 3}, 100) == 3);
    CHECK(blocks[2].offset == 0);
    CHECK(placer.place({down, 3}, 16) == 1);  // the second ends at the limit
}

TEST_CASE("more blocks than a word of a set has bits are apart") {
    constexpr int count = 130;
    std::vector<block> blocks(count, block{.bytes = 4});
    std::vector<std::int16_t> sequence(count);
    std::iota(sequence.begin(), sequence.end(), std::int16_t(0));
    for (std::size_t i = 0; i < count; ++i) blocks[i].id = std::int16_t(i);
    const space where = banks(1);
    layout_room<count, 1> room;
    const arena_placer placer({blocks.data(), count}, room.all(), where);
    CHECK(placer.place({sequence.data(), count}, 10000) == count);
    CHECK(end_of({blocks.data(), count}) == 4 * count);
}
