// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/ops/pool.hpp>

#include <helpers/described.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::ops;
using test::described;

TEST_CASE("a pool keeps its channels") {
    constexpr pool op{.window = {.kernel_h = 3, .kernel_w = 2, .stride_h = 2, .stride_w = 2}};
    constexpr description d = described(op, {{.dims = {4, {2, 9, 8, 5}}}});
    static_assert(d.output == shape{4, {2, 4, 4, 5}});
    static_assert(d.contract == contract::rows && d.by_columns && d.in_place.is_empty());
    CHECK(d.reach.kernel == 3);
    CHECK(d.columns.kernel == 2);
}
