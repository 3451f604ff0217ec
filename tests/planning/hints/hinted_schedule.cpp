// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/planning/hints/hinted_schedule.hpp>

#include <helpers/synthetic_rows.hpp>

#include <doctest/doctest.h>

#include <vector>

using namespace tigris;
using namespace tigris::planning;

namespace {

/// Two convolutions of 8 rows, of which a call takes 50 cycles whatever it makes.
struct two_layers {
    test::synthetic_rows rows{network()};

    static test::owned_network network() {
        test::network_builder b;
        b.keep(b.pointwise(b.pointwise(b.input({1, 8, 4, 2}), 2), 2));
        return b.made;
    }
    view<const lifetime> lifetimes() const {
        return {rows.lifetimes.data(), int(rows.lifetimes.size())};
    }
    std::int64_t cost(const segment_tasks& s, int k, std::int32_t tile) const {
        return cost_in_segment(rows.network(), lifetimes(), s, k, tile, {});
    }
    std::int64_t cost(const std::vector<segment_tasks>& segments,
                      const std::vector<std::int32_t>& tiles) const {
        return schedule_cost(rows.network(), lifetimes(), {segments.data(), int(segments.size())},
                             {tiles.data(), int(tiles.size())}, {});
    }
};

/// Thousandths of a cycle.
constexpr std::int64_t a_call = 50000;

}  // namespace

TEST_CASE("a hint spills if one of its segments does") {
    const segment_hint keeping{.end = 1}, spilling{.end = 2, .spills = true};
    const segment_hint both[]{keeping, spilling}, none[]{keeping, keeping};
    CHECK(asks_to_spill({.segments = {both, 2}}));
    CHECK_FALSE(asks_to_spill({.segments = {none, 2}}));
    CHECK_FALSE(asks_to_spill({}));
}

TEST_CASE(
    "heights of a hint take the place of the rule's, but for zeros and where there are none") {
    std::int32_t tiles[]{1, 2, 4};
    const std::int32_t wanted[]{8, 0, 16};
    take_tiles({}, view_of(tiles));
    CHECK(tiles[0] == 1);
    take_tiles({.tiles = {wanted, 3}}, view_of(tiles));
    CHECK(tiles[0] == 8);
    CHECK(tiles[1] == 2);
    CHECK(tiles[2] == 16);
}

TEST_CASE("offsets of a hint are in units of the alignment; without any they are searched") {
    block blocks[]{{.bytes = 16, .id = 0}, {.bytes = 8, .id = 1}};
    const std::int32_t offsets[]{1, 0}, overlapping[]{0, 1};
    layout_room<2, 1> room;
    const space where{};
    CHECK(place_blocks({offsets, 2}, 8, view_of(blocks), room.all(), where, 0) == hint_fault::none);
    CHECK(blocks[0].offset == 8);
    CHECK(blocks[1].offset == 0);
    CHECK(place_blocks({overlapping, 2}, 8, view_of(blocks), room.all(), where, 0) ==
          hint_fault::overlap);
    CHECK(place_blocks({}, 8, view_of(blocks), room.all(), where, 0) == hint_fault::none);
    CHECK(end_of({blocks, 2}) == 24);
}

TEST_CASE("each call of a task costs, and strips call more often") {
    const two_layers layers;
    for (const std::int32_t tile : {1, 2, 3, 8})
        CHECK(layers.cost({.begin = 0, .end = 1, .tile = tile}, 0, tile) ==
              (8 + tile - 1) / tile * a_call);
    CHECK(layers.cost({.begin = 0, .end = 2, .strips = 4}, 0, 1) == 4 * 8 * a_call);
}

TEST_CASE("a schedule costs what its tasks cost") {
    const two_layers layers;
    CHECK(layers.cost({{.begin = 0, .end = 2}}, {1, 1}) == 16 * a_call);
    CHECK(layers.cost({{.begin = 0, .end = 1, .tile = 4}, {.begin = 1, .end = 2}}, {4, 1}) ==
          (2 + 8) * a_call);
    CHECK(layers.cost({}, {}) == 0);
}
