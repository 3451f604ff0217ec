// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/planning/segments/segment.hpp>

#include <helpers/synthetic_rows.hpp>

#include <doctest/doctest.h>

#include <cstdint>

using namespace tigris;
using namespace tigris::planning;

TEST_CASE("each ring and each scratch has a bit of its own") {
    local_set all = 0;
    for (int local = 0; local < max_segment_tasks; ++local) {
        CHECK((all & (ring_bit(local) | scratch_bit(local))) == 0);
        all |= ring_bit(local) | scratch_bit(local);
    }
    CHECK(all == ~local_set(0));
}

TEST_CASE("what comes under windows is whole, made again or kept") {
    static_assert(segment_tasks{.begin = 2, .end = 5}.size() == 3);
    static_assert(segment_tasks{}.under_windows() == windows::whole);
    static_assert(segment_tasks{.again = true}.under_windows() == windows::again);
    static_assert(segment_tasks{.keeps = true}.under_windows() == windows::kept);
    CHECK(true);
}

TEST_CASE("rows are written where the result of all merges lies") {
    // Two sums, each in the place of its first operand, and the second's result is kept.
    test::network_builder b;
    const int x = b.input({1, 8, 4, 4}), left = b.pointwise(x, 4), first = b.add(left, x);
    const int second = b.add(first, x);
    b.keep(second);
    const test::synthetic_rows rows(b.made);
    const view<const lifetime> lifetimes{rows.lifetimes.data(), int(rows.lifetimes.size())};
    REQUIRE(rows.life(left).merges);
    REQUIRE(rows.life(first).merges);
    CHECK(slot_owner(rows.network(), lifetimes, {0, 3}, std::int16_t(left)) == second);
    CHECK(slot_owner(rows.network(), lifetimes, {0, 2}, std::int16_t(left)) == first);
    CHECK(slot_owner(rows.network(), lifetimes, {0, 1}, std::int16_t(left)) == left);
    CHECK(is_whole(rows.life(left), {0, 1}));
    CHECK_FALSE(is_whole(rows.life(left), {0, 2}));
}
