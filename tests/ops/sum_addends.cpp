// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/ops/sum_addends.hpp>

#include <helpers/described.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::ops;

TEST_CASE("addends are one for each output") {
    constexpr tensor range{.dims = {1, {2}}}, totals{.dims = {1, {3}}}, scale{.dims = {1, {1}}};
    constexpr description d = test::described(sum_addends{}, {range, totals, scale, totals});
    static_assert(d.output == shape{1, {3}} && d.contract == contract::whole);
    CHECK(true);
}
