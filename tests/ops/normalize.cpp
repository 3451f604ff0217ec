// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/ops/normalize.hpp>

#include <helpers/described.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::ops;
using test::described;

TEST_CASE("a measure of columns and channels is taken row by row, one of rows of the whole") {
    constexpr tensor image{.dims = {4, {2, 4, 3, 2}}};
    static_assert(described(normalize{.axes = 0b1000}, {image}, image).contract == contract::rows);
    static_assert(described(normalize{.axes = 0b1100}, {image}, image).contract == contract::rows);
    static_assert(described(normalize{.axes = 0b1110}, {image}, image).contract == contract::whole);
    constexpr description d = described(normalize{.axes = 0b1000}, {image}, image);
    static_assert(d.output == image.dims && d.in_place == first_input());
    static_assert(described(normalize{.axes = 0b0100}, {image}, image).in_place.is_empty());
    constexpr description channels = described(normalize{.axes = 0b0110}, {image}, image);
    static_assert(channels.same_place && !d.same_place && channels.in_place == first_input());
    CHECK(true);
}
