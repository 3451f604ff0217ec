// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/ops/conv_nd.hpp>

#include <helpers/described.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::ops;
using test::described;

TEST_CASE("three axes count in the products of a convolution") {
    constexpr description d =
        described(conv_nd{}, {{.dims = {5, {1, 4, 5, 6, 2}}}, {.dims = {5, {3, 2, 2, 2, 2}}}},
                  {.dims = {5, {1, 3, 4, 5, 3}}});
    static_assert(d.output == shape{5, {1, 3, 4, 5, 3}});
    static_assert(d.contract == contract::whole);
    CHECK(d.macs == 3 * 4 * 5 * 3 * (2 * 2 * 2 * 2));
}

TEST_CASE("of a transposed convolution, taps beside the input's elements are no products") {
    constexpr conv_nd op{.upsampling = {{1, 2, 2}}};
    constexpr description d =
        described(op, {{.dims = {4, {1, 4, 4, 2}}}, {.dims = {4, {3, 2, 2, 2}}}},
                  {.dims = {4, {1, 8, 8, 3}}});
    CHECK(d.macs == 8 * 8 * 3 * (2 * 2 * 2) / 4);
}
