// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/ops/sum_addends.hpp>

#include <helpers/check.hpp>
#include <helpers/described.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::ops;
using test::described;

TEST_CASE("addends are one for each output") {
    constexpr tensor range{.dims = {1, {2}}}, totals{.dims = {1, {3}}}, scale{.dims = {1, {1}}};
    TIGRIS_HOLDS(described(sum_addends{}, {range, totals, scale, totals}).output == totals.dims);
    TIGRIS_HOLDS(described(sum_addends{}, {range, totals, scale, totals}).contract ==
                 contract::whole);
}
