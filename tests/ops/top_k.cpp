// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/ops/top_k.hpp>

#include <helpers/described.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::ops;
using test::described;

TEST_CASE("the axis becomes as long as there are elements to find") {
    constexpr tensor input{.dims = {3, {2, 9, 7}}};
    constexpr description inner = described(top_k{.k = 3, .axis = 2}, {input});
    static_assert(inner.output == shape{3, {2, 9, 3}} && inner.contract == contract::rows);
    constexpr description rows = described(top_k{.k = 5, .axis = 1}, {input});
    static_assert(rows.output == shape{3, {2, 5, 7}} && rows.contract == contract::whole);
    CHECK(true);
}
