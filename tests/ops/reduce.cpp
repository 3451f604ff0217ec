// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/ops/reduce.hpp>

#include <helpers/described.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::ops;
using test::described;

TEST_CASE("axes that are reduced keep an extent of 1") {
    constexpr tensor image{.dims = {4, {2, 4, 3, 5}}};
    constexpr description inner = described(reduce{.axes = 0b1100}, {image});
    static_assert(inner.output == shape{4, {2, 4, 1, 1}} && inner.contract == contract::rows);
    constexpr description rows = described(reduce{.axes = 0b0010}, {image});
    static_assert(rows.output == shape{4, {2, 1, 3, 5}} && rows.contract == contract::whole);
    CHECK(described(reduce{}, {image}).output == image.dims);
}
