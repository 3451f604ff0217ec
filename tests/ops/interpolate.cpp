// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/ops/interpolate.hpp>

#include <helpers/described.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::ops;
using test::described;

TEST_CASE("the axis becomes as long as the table") {
    constexpr description d =
        described(interpolate{.axis = 1},
                  {{.dims = {3, {2, 5, 4}}}, {.dims = {1, {9}}}, {.dims = {2, {9, 2}}}});
    static_assert(d.output == shape{3, {2, 9, 4}} && d.contract == contract::whole);
    CHECK(d.macs == 2 * 9 * 4 * 2);
}
