// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/planning/segments/row_schedule.hpp>

#include <helpers/random_network.hpp>
#include <helpers/seeds.hpp>
#include <helpers/synthetic_rows.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

namespace {

using namespace tigris;
using namespace tigris::planning;
using test::network_builder;
using test::synthetic_rows;

constexpr row_extents image{1, 8, 4, 4};
constexpr std::int64_t row_bytes = 16;

/// A window of three rows that keeps the height.
constexpr ops::row_reach three_rows{.kernel = 3, .pad = 1, .pad_end = 1};

/// A segment's replay in one direction, in rows of one.
struct one_direction {
    std::vector<std::int32_t> ring;
    std::vector<local_set> ring_conflicts, scratch_conflicts;
    overlap distances;
    std::int32_t skipped;

    one_direction(const synthetic_rows& rows, const segment_tasks& s, bool bottom_up,
                  bool may_skip = true)
        : one_direction(rows, s, std::vector<std::int32_t>(rows.tasks.size(), 1), bottom_up,
                        may_skip) {}
    one_direction(const synthetic_rows& rows, const segment_tasks& s,
                  const std::vector<std::int32_t>& tiles, bool bottom_up, bool may_skip)
        : ring(std::size_t(s.size())), ring_conflicts(ring.size()), scratch_conflicts(ring.size()) {
        replay_result out{{},
                          {ring.data(), s.size()},
                          {ring_conflicts.data(), s.size()},
                          {scratch_conflicts.data(), s.size()}};
        const row_network n = rows.network();
        const view<const lifetime> lifetimes{rows.lifetimes.data(), int(rows.lifetimes.size())};
        replay_room room;
        segment_replay replay(n, lifetimes, {tiles.data(), int(tiles.size())}, s, bottom_up, room,
                              out);
        skipped = replay.run(may_skip);
        distances = out;
    }
    std::int64_t distance() const { return std::max(distances.down, distances.up); }
};
constexpr bool every_call = false;

void check_same(const one_direction& a, const one_direction& b) {
    CHECK(a.ring == b.ring);
    CHECK(a.ring_conflicts == b.ring_conflicts);
    CHECK(a.scratch_conflicts == b.scratch_conflicts);
    CHECK(a.distances.dying == b.distances.dying);
    CHECK(a.distance() == b.distance());
}

/// Some tasks that follow each other.
segment_tasks random_segment(const synthetic_rows& rows, test::random_numbers& random) {
    const int tasks = int(rows.tasks.size());
    const int begin = random.between(0, tasks - 1);
    const int size = random.between(1, std::min(10, tasks - begin));
    return {.begin = std::int16_t(begin), .end = std::int16_t(begin + size)};
}

/// A residual block, and a window that halves its height and makes rows four times as long.
test::replayed<5> replay_of_block(std::int32_t rows) {
    network_builder b;
    const int x = b.input({1, rows, 4, 4}), dw = b.conv(b.pointwise(x, 8), three_rows, 8);
    const int sum = b.add(b.pointwise(dw, 4), x);
    b.keep(b.conv(sum, {.kernel = 3, .stride = 2, .pad_end = 1}, 32));
    return synthetic_rows(b.made, io::arena, io::arena).replay<5>({0, 5});
}

}  // namespace

TEST_CASE(
    "top-down, an element may be written where it was just read; bottom-up, a row keeps away") {
    network_builder b;
    const int x = b.input(image);
    b.keep(b.convert(x, 8));
    const auto r = synthetic_rows(b.made, io::arena, io::arena).replay<1>({0, 1});
    CHECK(r.dying == x);
    CHECK(r.down == 0);
    CHECK(r.may_go_up);
    CHECK(r.up == row_bytes);
}

TEST_CASE("a window's output keeps as many rows away as it still reads") {
    network_builder b;
    b.keep(b.conv(b.input(image), three_rows, 4));
    const auto r = synthetic_rows(b.made, io::arena, io::arena).replay<1>({0, 1});
    CHECK(r.down == 2 * row_bytes);
    CHECK(r.up == 2 * row_bytes);
}

TEST_CASE("a sum keeps away from x by the row that its other operand is written to first") {
    network_builder b;
    const int x = b.input(image);
    b.keep(b.add(b.pointwise(x, 4), x));
    const synthetic_rows rows(b.made, io::arena, io::arena);
    const auto r = rows.replay<2>({0, 2});
    REQUIRE(rows.life(1).merges);
    CHECK(r.dying == x);
    CHECK(r.down == row_bytes);
}

TEST_CASE("the distance of a chain is taken when a row is first written to its output's place") {
    network_builder b;
    const int x = b.input(image), left = b.pointwise(x, 2), right = b.conv(x, three_rows, 2);
    b.keep(b.concat({left, right}));
    const synthetic_rows rows(b.made, io::arena, io::arena);
    REQUIRE(rows.life(left).merges);
    REQUIRE(rows.life(right).merges);
    CHECK(rows.replay<3>({0, 3}).down == 2 * row_bytes);
}

TEST_CASE("a ring has the rows of its reader's window, and of what a fan-out holds back") {
    network_builder b;
    const int x = b.input(image), wide = b.pointwise(x, 8), dw = b.conv(wide, three_rows, 8);
    const int project = b.pointwise(dw, 8);
    b.keep(b.add(project, wide));
    const auto r = synthetic_rows(b.made).replay<4>({0, 4});
    CHECK(r.ring[0] == 3);
    CHECK(r.ring[1] == 1);
    CHECK(r.dying == -1);
}

TEST_CASE("rows that wait in a concatenation's ring are kept from all that is made meanwhile") {
    network_builder b;
    const int x = b.input(image);
    const int deep = b.pointwise(b.pointwise(b.pointwise(x, 8), 8), 4), ahead = b.pointwise(x, 4);
    b.keep(b.pointwise(b.concat({deep, ahead}), 4));
    const synthetic_rows rows(b.made);
    REQUIRE(rows.life(deep).merges);
    REQUIRE(rows.life(ahead).merges);
    const one_direction r(rows, {0, 6}, {1, 1, 1, 4, 1, 1}, false, true);
    CHECK(r.ring[4] == 4);
    CHECK(((r.ring_conflicts[0] & ring_bit(4)) | (r.ring_conflicts[4] & ring_bit(0))) != 0);
}

TEST_CASE("a tall image differs from a low one only in how far its output gets ahead") {
    const auto low = replay_of_block(8), tall = replay_of_block(200);
    for (int k = 0; k < 5; ++k) {
        CAPTURE(k);
        CHECK(tall.ring[k] == low.ring[k]);
        CHECK(tall.ring_conflicts[k] == low.ring_conflicts[k]);
    }
    CHECK(tall.ring[0] == 3);
    CHECK(tall.ring[3] == 3);
    const std::int64_t gain_of_a_row = 2 * 32 - 2 * row_bytes;
    CHECK(low.down > 0);
    CHECK(tall.down - low.down == 192 / 2 * gain_of_a_row);
    CHECK(tall.up - low.up == 192 / 2 * gain_of_a_row);
}

TEST_CASE("a replay that skips calls, or a direction, finds the same") {
    int skipped = 0, mirrored = 0;
    for (int seed = 0; seed < test::seeds(500); ++seed) {
        CAPTURE(seed);
        test::random_numbers random{std::uint64_t(seed)};
        const synthetic_rows rows(test::random_network(std::uint64_t(seed), 100).make(4), io::arena,
                                  io::arena);
        for (int tries = 0; tries < 10; ++tries) {
            const segment_tasks s = random_segment(rows, random);
            const one_direction down(rows, s, false), up(rows, s, true);
            skipped += down.skipped > 0;
            check_same(down, one_direction(rows, s, false, every_call));
            check_same(up, one_direction(rows, s, true, every_call));
            if (!is_same_mirrored(rows.network(), s, down.distances.dying)) continue;
            ++mirrored;
            check_same(down, up);
        }
    }
    CHECK(skipped > test::seeds(500));
    CHECK(mirrored > test::seeds(500));
}
