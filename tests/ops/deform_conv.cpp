// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/ops/deform_conv.hpp>

#include <helpers/described.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::ops;
using test::described;

TEST_CASE("each tap of a deformable convolution reads four elements") {
    constexpr deform_conv op{.window = {.kernel_h = 2, .kernel_w = 2}};
    constexpr description d =
        described(op, {{.dims = {4, {1, 5, 6, 4}}}, {.dims = {4, {3, 2, 2, 4}}}});
    static_assert(d.output == shape{4, {1, 4, 5, 3}});
    static_assert(d.contract == contract::whole);
    CHECK(d.macs == 4 * 5 * 3 * (2 * 2 * 4) * 4);
}
