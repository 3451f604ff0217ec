// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/planning/segments/strips.hpp>

#include <helpers/synthetic_rows.hpp>

#include <doctest/doctest.h>

#include <cstdint>

using namespace tigris;
using namespace tigris::planning;

namespace {

/// Two windows of 3 columns over 24, with padding.
struct two_windows {
    test::network_builder b;
    test::synthetic_rows rows;

    two_windows() : rows(make()) {}
    view<const lifetime> lifetimes() const {
        return {rows.lifetimes.data(), int(rows.lifetimes.size())};
    }

private:
    const test::owned_network& make() {
        const ops::row_reach window{.kernel = 3, .pad = 1, .pad_end = 1};
        const int x = b.input({1, 8, 24, 4});
        b.keep(b.conv(b.conv(x, window, 4), window, 4));
        return b.made;
    }
};

}  // namespace

TEST_CASE("columns at the seams of strips are made again") {
    const two_windows n;
    REQUIRE(can_run_in_strips(n.rows.network(), n.lifetimes(), 0, 2));
    // Strips of 8 columns need 9, 10 and 9 of the first window's.
    const strip_widths widths = find_strip_widths(n.rows.network(), n.lifetimes(), 0, 2, 3);
    CHECK(widths.of[0] == 10);
    CHECK(widths.of[1] == 8);
    CHECK(widths.made[0] == 28);
    CHECK(widths.made[1] == 24);
    const std::int64_t macs = n.rows.tasks[0].macs;
    CHECK(widths.recomputed_macs == macs * 28 / 24 - macs);
}

TEST_CASE("one strip makes nothing again") {
    const two_windows n;
    const strip_widths widths = find_strip_widths(n.rows.network(), n.lifetimes(), 0, 2, 1);
    CHECK(widths.of[0] == 24);
    CHECK(widths.recomputed_macs == 0);
}

TEST_CASE("rings of strips are as wide as the widest strip, and calls as many as strips") {
    const two_windows n;
    std::int32_t bytes[2]{};
    const segment_tasks strips{.begin = 0, .end = 2, .strips = 3};
    find_row_bytes(n.rows.network(), n.lifetimes(), strips, view_of(bytes));
    CHECK(bytes[0] == 10 * 4);
    CHECK(bytes[1] == 8 * 4);
    CHECK(calls_of(n.rows.network(), n.lifetimes(), strips, 0, 1) == 8 * 3);
    CHECK(calls_of(n.rows.network(), n.lifetimes(), {0, 2}, 0, 3) == 3);
}

TEST_CASE(
    "a result in the middle, and tasks that make whole rows only, keep a segment from strips") {
    test::network_builder b;
    const int x = b.input({1, 8, 24, 4}), middle = b.pointwise(x, 4);
    b.keep(middle);
    b.keep(b.pointwise(middle, 4));
    const test::synthetic_rows rows(b.made);
    const view<const lifetime> lifetimes{rows.lifetimes.data(), int(rows.lifetimes.size())};
    CHECK_FALSE(can_run_in_strips(rows.network(), lifetimes, 0, 2));
    CHECK(can_run_in_strips(rows.network(), lifetimes, 0, 1));
    test::network_builder soft;
    soft.keep(soft.softmax(soft.input({1, 8, 24, 4})));
    const test::synthetic_rows others(soft.made);
    CHECK_FALSE(can_run_in_strips(others.network(),
                                  {others.lifetimes.data(), int(others.lifetimes.size())}, 0, 1));
}
