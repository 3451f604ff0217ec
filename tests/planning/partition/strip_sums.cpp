// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/planning/partition/strip_sums.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::planning;

TEST_CASE("a producer's strip is what its readers need, and shares what their windows do") {
    // Columns 8 to 15 of 24, of which none are made twice.
    constexpr strip_columns strip{{8, 16}, 0};
    constexpr strip_columns under = strip.read_at({1, -1, 1, 1}, 24);
    static_assert(under.range == column_range{7, 17} && under.shared == 2);
    constexpr strip_columns deeper = under.read_at({1, -1, 1, 1}, 24);
    static_assert(deeper.range == column_range{6, 18} && deeper.shared == 4);
    // A window of 2 in steps of 2 shares nothing.
    static_assert(strip.read_at({2, 0, 1, 1}, 48).shared == 0);
    static_assert(under.made(24, 3) == 28);
    CHECK(true);
}

TEST_CASE("several readers need the widest strip") {
    strip_columns strip{{7, 17}, 2};
    strip.cover({{8, 18}, 1});
    CHECK(strip.range == column_range{7, 18});
    CHECK(strip.shared == 2);
}

TEST_CASE("strips become more with each choice") {
    for (int choice = 1; choice < strip_choices; ++choice)
        CHECK(strips_of(choice) > strips_of(choice - 1));
    CHECK(strip_sums{.rings = 3, .transient = 4}.bytes() == 7);
}
