// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/ops/col2im.hpp>

#include <helpers/described.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::ops;
using test::described;

TEST_CASE("each column's elements are added once") {
    constexpr description d =
        described(col2im{}, {{.dims = {3, {1, 5 * 4, 9}}}}, {.dims = {4, {1, 5, 4, 4}}});
    static_assert(d.output == shape{4, {1, 5, 4, 4}} && d.contract == contract::whole);
    CHECK(d.macs == 5 * 4 * 9);
}
