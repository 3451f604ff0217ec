// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/ops/dynamic_range.hpp>

#include <helpers/described.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::ops;

TEST_CASE("a range needs the whole tensor, and is two numbers") {
    constexpr description d = test::described(dynamic_range{}, {{.dims = {4, {1, 5, 4, 3}}}});
    static_assert(d.output == shape{1, {2}} && d.contract == contract::whole);
    CHECK(true);
}
