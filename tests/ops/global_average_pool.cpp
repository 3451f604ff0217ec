// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/ops/global_average_pool.hpp>

#include <helpers/described.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::ops;
using test::described;

TEST_CASE("the average of each channel comes last, from rows that are added up") {
    constexpr description image = described(global_average_pool{}, {{.dims = {4, {2, 9, 8, 5}}}});
    static_assert(image.output == shape{4, {2, 1, 1, 5}});
    static_assert(image.contract == contract::accumulate);
    constexpr description signal = described(global_average_pool{}, {{.dims = {3, {2, 9, 5}}}});
    CHECK(signal.output == shape{3, {2, 1, 5}});
}
