// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/ops/conv.hpp>

#include <helpers/described.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::ops;
using test::described;

TEST_CASE("a convolution makes a pixel of its outputs for each place of its window") {
    // (9 + 1 + 1 - 3) / 2 + 1 rows of (7 + 1 - 2) / 1 + 1 columns.
    constexpr conv op{.window = {.kernel_h = 3,
                                 .kernel_w = 2,
                                 .stride_h = 2,
                                 .pad_top = 1,
                                 .pad_left = 1,
                                 .pad_bottom = 1}};
    constexpr description d =
        described(op, {{.dims = {4, {2, 9, 7, 3}}}, {.dims = {4, {5, 3, 2, 3}}}});
    static_assert(d.output == shape{4, {2, 5, 7, 5}});
    static_assert(d.contract == contract::rows && d.by_columns && d.in_place.is_empty());
    static_assert(d.macs == 2 * 5 * 7 * 5 * (3 * 2 * 3));
    CHECK(d.reach.kernel == 3);
    CHECK(d.reach.stride == 2);
    CHECK(d.reach.pad == 1);
    CHECK(d.columns.kernel == 2);
    CHECK(d.columns.stride == 1);
}

TEST_CASE("with groups, each output reads the channels of its group") {
    constexpr description d =
        described(conv{.groups = 2}, {{.dims = {4, {1, 4, 4, 6}}}, {.dims = {4, {8, 1, 1, 3}}}});
    static_assert(d.output == shape{4, {1, 4, 4, 8}});
    CHECK(d.macs == 4 * 4 * 8 * 3);
}
