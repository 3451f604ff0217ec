// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/support/sized_array.hpp>

#include <helpers/check.hpp>

#include <doctest/doctest.h>

using tigris::sized_array;

TEST_CASE("arrays are values, and compare element by element") {
    constexpr sized_array<int, 3> a{{1, 2, 3}};
    sized_array<int, 3> b = a;
    CHECK(b == a);
    b[1] = 7;
    CHECK_FALSE(b == a);
    CHECK(a[1] == 2);
    const int same[]{1, 7, 3}, other[]{1, 7, 4};
    CHECK(b == same);
    CHECK_FALSE(b == other);
}

TEST_CASE("an array may be empty") {
    constexpr sized_array<int, 0> none{};
    TIGRIS_HOLDS(none.size() == 0);
    TIGRIS_HOLDS(none.begin() == none.end());
    int sum = 0;
    for (const int i : sized_array<int, 3>{{4, 5, 6}}) sum += i;
    CHECK(sum == 15);
}
