// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/ops/max_unpool.hpp>

#include <helpers/described.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::ops;
using test::described;

TEST_CASE("extents are those of the tensor") {
    constexpr tensor pooled{.dims = {4, {1, 2, 2, 3}}};
    constexpr description d =
        described(max_unpool{}, {pooled, pooled}, {.dims = {4, {1, 5, 5, 3}}});
    static_assert(d.output == shape{4, {1, 5, 5, 3}});
    CHECK(d.contract == contract::whole);
}
