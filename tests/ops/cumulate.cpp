// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/ops/cumulate.hpp>

#include <helpers/described.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::ops;
using test::described;

TEST_CASE("sums along columns and channels are made row by row, sums of rows as a whole") {
    constexpr tensor image{.dims = {4, {1, 4, 3, 2}}};
    static_assert(described(cumulate{.axis = 3}, {image}, image).contract == contract::rows);
    static_assert(described(cumulate{.axis = 2}, {image}, image).contract == contract::rows);
    static_assert(described(cumulate{.axis = 1}, {image}, image).contract == contract::whole);
    constexpr description d = described(cumulate{.axis = 3}, {image}, image);
    static_assert(d.output == image.dims && d.in_place == first_input());
    static_assert(described(cumulate{.axis = 2}, {image}, image).in_place.is_empty());
    static_assert(
        described(cumulate{.axis = 3, .reverse = true}, {image}, image).in_place.is_empty());
    constexpr description rows = described(cumulate{.axis = 1}, {image}, image);
    static_assert(rows.same_place && !d.same_place && rows.in_place == first_input());
    CHECK(true);
}
