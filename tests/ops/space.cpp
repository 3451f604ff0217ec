// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/ops/space.hpp>

#include <helpers/described.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::ops;
using test::described;

TEST_CASE("missing spatial axes come first, with an extent of 1") {
    constexpr space_extents volume = space_of({5, {2, 3, 4, 5, 6}});
    static_assert(volume.images == 2 && volume.channels == 6 && volume.positions() == 60);
    constexpr space_extents signal = space_of({3, {2, 7, 6}});
    CHECK(signal.space[0] == 1);
    CHECK(signal.space[1] == 1);
    CHECK(signal.space[2] == 7);
    CHECK(signal.channels == 6);
}

TEST_CASE("channels are the innermost axis") {
    static_assert(with_channels({4, {1, 2, 3, 4}}, 9) == shape{4, {1, 2, 3, 9}});
    static_assert(with_channels({}, 9) == shape{});
    CHECK(true);
}
