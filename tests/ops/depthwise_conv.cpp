// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/ops/depthwise_conv.hpp>

#include <helpers/described.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::ops;
using test::described;

TEST_CASE("a depthwise convolution multiplies one channel for each output") {
    constexpr depthwise_conv op{.window = {.kernel_h = 3, .kernel_w = 3, .dilation_h = 2}};
    constexpr description d =
        described(op, {{.dims = {4, {1, 9, 5, 4}}}, {.dims = {3, {3, 3, 8}}}});
    static_assert(d.output == shape{4, {1, 5, 3, 8}});  // 9 - 2 * 2 rows, twice the channels
    static_assert(d.macs == 5 * 3 * 8 * 9);
    static_assert(d.contract == contract::rows && d.by_columns);
    CHECK(d.reach.dilation == 2);
    CHECK(d.columns.dilation == 1);
}
