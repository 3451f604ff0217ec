// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/ops/non_max_suppression.hpp>

#include <helpers/described.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::ops;
using test::described;

TEST_CASE("a row for each box, and one that counts them") {
    constexpr description d = described(non_max_suppression{.most = 20},
                                        {{.dims = {3, {1, 50, 4}}}, {.dims = {3, {1, 2, 50}}}});
    static_assert(d.output == shape{2, {21, 3}});
    CHECK(d.contract == contract::whole);
}
