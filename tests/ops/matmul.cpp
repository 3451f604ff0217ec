// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/ops/matmul.hpp>

#include <helpers/described.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::ops;
using test::described;

TEST_CASE("axes before the matrices broadcast") {
    constexpr description d =
        described(matmul{}, {{.dims = {4, {2, 1, 5, 7}}}, {.dims = {3, {3, 7, 4}}}});
    static_assert(d.output == shape{4, {2, 3, 5, 4}});
    static_assert(d.contract == contract::whole);
    CHECK(d.macs == 2 * 3 * 5 * 4 * 7);
}

TEST_CASE("the second matrix may be transposed") {
    constexpr description d =
        described(matmul{.transposed = true}, {{.dims = {2, {5, 7}}}, {.dims = {2, {4, 7}}}});
    static_assert(d.output == shape{2, {5, 4}});
    CHECK(d.macs == 5 * 4 * 7);
}
