// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/ops/lrn.hpp>

#include <helpers/described.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::ops;
using test::described;

TEST_CASE("each element reads the channels around it") {
    constexpr description d = described(lrn{.size = 5}, {{.dims = {4, {1, 4, 4, 8}}}});
    static_assert(d.output == shape{4, {1, 4, 4, 8}} && d.contract == contract::rows);
    static_assert(d.in_place.is_empty());
    CHECK(d.macs == 4 * 4 * 8 * 5);
}
