// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/ops/interleave.hpp>

#include <helpers/described.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::ops;
using test::described;

TEST_CASE("a row of pixels reads its row of each plane") {
    constexpr description image =
        described(interleave{.channels = 3}, {{.dims = {4, {2, 12, 5, 1}}}});
    static_assert(image.output == shape{4, {2, 4, 5, 3}} && image.contract == contract::rows);
    static_assert(image.reach.kernel == 3 && image.reach.dilation == 4 && image.by_columns);
    constexpr description signal =
        described(interleave{.channels = 3}, {{.dims = {3, {1, 21, 1}}}});
    static_assert(signal.output == shape{3, {1, 7, 3}} && signal.reach.dilation == 7);
    CHECK(true);
}
