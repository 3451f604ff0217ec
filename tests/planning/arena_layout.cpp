// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/planning/arena_layout.hpp>

#include <doctest/doctest.h>

#include <random>
#include <vector>

namespace {

using namespace tigris;
using namespace tigris::planning;

std::vector<block> random_blocks(unsigned seed, int count) {
    std::mt19937 random(seed);
    std::vector<block> blocks;
    for (int i = 0; i < count; ++i) {
        const int first = int(random() % 40);
        blocks.push_back({std::int64_t(random() % 100 + 1) * 4, 0, std::int16_t(first),
                          std::int16_t(first + int(random() % 8)), std::int16_t(i)});
    }
    return blocks;
}

bool share_bytes(const block& a, const block& b) {
    return a.offset < b.offset + b.bytes && b.offset < a.offset + a.bytes;
}

std::int64_t lay_out(std::vector<block>& blocks, std::int64_t least = 0) {
    std::vector<std::int16_t> working(blocks.size());
    return planning::lay_out({blocks.data(), int(blocks.size())},
                             {working.data(), int(working.size())}, least);
}

}  // namespace

TEST_CASE("what is live together never shares a byte, and all lies inside the arena") {
    for (unsigned seed = 0; seed < 200; ++seed) {
        std::vector<block> blocks = random_blocks(seed, 60);
        const std::int64_t arena = lay_out(blocks);
        for (const block& a : blocks) {
            REQUIRE(a.offset >= 0);
            REQUIRE(a.offset + a.bytes <= arena);
            for (const block& b : blocks)
                if (a.id != b.id && live_together(a, b)) REQUIRE_FALSE(share_bytes(a, b));
        }
    }
}

TEST_CASE("blocks of different times share the arena") {
    std::vector<block> blocks{{64, 0, 0, 1, 0}, {64, 0, 2, 3, 1}};
    CHECK(lay_out(blocks) == 64);
    blocks[1].first_step = 1;
    CHECK(lay_out(blocks) == 128);
}

TEST_CASE("no blocks need no arena") {
    std::vector<block> none;
    CHECK(lay_out(none) == 0);
}

TEST_CASE("a small block between large ones costs nothing: the highest is promoted") {
    std::vector<block> blocks;
    for (std::int16_t step = 0; step < 9; ++step)
        blocks.push_back({step == 4 ? 8 : 128, 0, step, std::int16_t(step + 1), step});
    CHECK(lay_out(blocks, 256) == 256);
}

TEST_CASE("the same blocks in another sequence get the same arena") {
    std::vector<block> blocks = random_blocks(7, 50), reversed(blocks.rbegin(), blocks.rend());
    CHECK(lay_out(blocks) == lay_out(reversed));
}
