// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/ops/rescale_sums.hpp>

#include <helpers/described.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::ops;

TEST_CASE("the sum of codes behind a pixel's sums is no result") {
    constexpr tensor range{.dims = {1, {2}}}, totals{.dims = {1, {3}}};
    constexpr tensor sums{.type = dtype::i32, .dims = {4, {1, 5, 4, 4}}};
    constexpr description d = test::described(rescale_sums{}, {sums, range, totals});
    static_assert(d.output == shape{4, {1, 5, 4, 3}} && d.in_place == first_input());
    static_assert(d.contract == contract::rows);
    CHECK(true);
}
