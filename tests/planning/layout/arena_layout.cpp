// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/planning/layout/arena_layout.hpp>

#include <helpers/seeds.hpp>

#include <doctest/doctest.h>

#include <random>
#include <vector>

namespace {

using namespace tigris;
using namespace tigris::planning;

constexpr space one_bank{};

block living(std::int64_t bytes, int first, int last, int id) {
    return {.bytes = bytes,
            .first_segment = std::int16_t(first),
            .last_segment = std::int16_t(last),
            .id = std::int16_t(id)};
}

/// Some blocks that outlive a segment, some of one segment only; some outputs that may overlap the
/// block before them.
std::vector<block> random_blocks(unsigned seed, int count) {
    std::mt19937 random(seed);
    std::vector<block> blocks;
    for (int i = 0; i < count; ++i) {
        const int first = int(random() % 40);
        block b = living(std::int64_t(random() % 100 + 1) * 4, first, first + int(random() % 8), i);
        if (random() % 3 == 0) {
            b.last_segment = b.first_segment;
            b.bit = local_set(1) << random() % 20;
            b.conflicts = random() % (1u << 20) & ~b.bit;
        } else if (i > 0 && random() % 2) {
            b.partner = std::int16_t(i - 1);
            b.down = std::int64_t(random() % 20) * 4;
            b.up = random() % 2 ? std::int64_t(random() % 20) * 4 : -1;
        }
        blocks.push_back(b);
    }
    return blocks;
}

bool share_bytes(const block& a, const block& b) {
    return a.offset < b.offset + b.bytes && b.offset < a.offset + a.bytes;
}

/// Whether `b` overlaps its partner no more than it may.
bool keeps_its_distance(const block& b, const block& partner) {
    const bool is_before = b.offset + b.down <= partner.offset;
    const bool is_behind = b.up >= 0 && b.offset + b.bytes >= partner.offset + partner.bytes + b.up;
    return is_before || is_behind;
}

bool are_apart(const block& a, const block& b) {
    if (!live_together(a, b) || !share_bytes(a, b)) return true;
    if (a.partner == b.id) return keeps_its_distance(a, b);
    return b.partner == a.id && keeps_its_distance(b, a);
}

std::int64_t lay_out(std::vector<block>& blocks, std::int64_t least = 0) {
    REQUIRE(blocks.size() <= 100);
    layout_room<100, 50> working;
    return planning::lay_out({blocks.data(), int(blocks.size())}, working.all(), one_bank, least);
}

}  // namespace

TEST_CASE("what is live together is apart, and all lies inside the arena") {
    int overlaps = 0;
    for (unsigned seed = 0; seed < 200; ++seed) {
        std::vector<block> blocks = random_blocks(seed, 60);
        const std::int64_t arena = lay_out(blocks);
        for (const block& a : blocks) {
            REQUIRE(a.offset >= 0);
            REQUIRE(a.offset + a.bytes <= arena);
            for (const block& b : blocks) {
                if (a.id == b.id) continue;
                REQUIRE(are_apart(a, b));
                overlaps += live_together(a, b) && share_bytes(a, b);
            }
        }
    }
    CHECK(overlaps > 300);
}

TEST_CASE("blocks of different times share the arena") {
    std::vector<block> blocks{living(64, 0, 1, 0), living(64, 2, 3, 1)};
    CHECK(lay_out(blocks) == 64);
    blocks[1].first_segment = 1;
    CHECK(lay_out(blocks) == 128);
}

TEST_CASE("within a segment, only what conflicts is apart") {
    std::vector<block> blocks{living(64, 3, 3, 0), living(64, 3, 3, 1)};
    blocks[0].bit = 1;
    blocks[1].bit = 2;
    CHECK(lay_out(blocks) == 64);
    blocks[0].conflicts = 2;
    CHECK(lay_out(blocks) == 128);
}

TEST_CASE("an output overlaps the input that dies, by all but its distance") {
    const auto arena_with = [](std::int64_t down, std::int64_t up) {
        std::vector<block> blocks{living(64, 0, 1, 0), living(64, 1, 2, 1)};
        blocks[1].partner = 0;
        blocks[1].down = down;
        blocks[1].up = up;
        return lay_out(blocks);
    };
    CHECK(arena_with(16, -1) == 80);
    CHECK(arena_with(64, -1) == 128);
    CHECK(arena_with(64, 8) == 72);
}

TEST_CASE("no blocks need no arena") {
    std::vector<block> none;
    CHECK(lay_out(none) == 0);
}

TEST_CASE("a small block between large ones costs nothing: the highest is promoted") {
    std::vector<block> blocks;
    for (int k = 0; k < 9; ++k) blocks.push_back(living(k == 4 ? 8 : 128, k, k + 1, k));
    CHECK(lay_out(blocks, 256) == 256);
}

TEST_CASE("the same blocks in another sequence get the same arena") {
    std::vector<block> blocks = random_blocks(7, 50), reversed(blocks.rbegin(), blocks.rend());
    CHECK(lay_out(blocks) == lay_out(reversed));
}

TEST_CASE("every block is at the lowest offset where it may be, however many are around it") {
    for (unsigned seed = 0; seed < unsigned(test::seeds(20)); ++seed) {
        CAPTURE(seed);
        std::vector<block> blocks = random_blocks(seed, 100);
        for (block& b : blocks)
            if (seed % 2) b.first_segment = 0, b.last_segment = 3, b.bit = 0;
        layout_room<100, 50> working;
        std::vector<std::int16_t> sequence;
        for (int i = 100; i-- > 0;) sequence.push_back(std::int16_t(i));
        arena_placer({blocks.data(), 100}, working.all(), one_bank)
            .place({sequence.data(), 100}, INT64_MAX);
        for (std::size_t at = 0; at < sequence.size(); ++at) {
            const block& b = blocks[std::size_t(sequence[at])];
            const auto may_be_at = [&](std::int64_t offset) {
                for (std::size_t before = 0; before < at; ++before) {
                    const block& other = blocks[std::size_t(sequence[before])];
                    if (live_together(b, other) && forbidden_for(b, other).contain(offset))
                        return false;
                }
                return true;
            };
            std::int64_t lowest = 0;
            while (!may_be_at(lowest)) ++lowest;
            REQUIRE(b.offset == lowest);
        }
    }
}

#ifndef __clang__  // which limits the steps of a whole evaluation, instead
TEST_CASE("no loop over all sets passes g++'s limit for one loop (here 1000)") {
    constexpr int blocks = 256, last_segment = 400;
    static constexpr std::int64_t end = [] {
        layout_room<blocks, last_segment + 1> working;
        block all[blocks]{};
        for (int i = 0; i < blocks; ++i)
            all[i] = {.bytes = 4,
                      .first_segment = std::int16_t(i),
                      .last_segment = std::int16_t(i < blocks - 1 ? i : last_segment)};
        const arena_placer placer({all, blocks}, working.all(), one_bank);
        for (int i = 0; i < blocks; ++i) working.sequence[i] = std::int16_t(i);
        placer.place({working.sequence, blocks}, INT64_MAX);
        return end_of({all, blocks});
    }();
    CHECK(end == 4);
}
#endif
