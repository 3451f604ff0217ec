// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/ops/arg_reduce.hpp>

#include <helpers/described.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::ops;
using test::described;

TEST_CASE("the axis keeps an extent of 1") {
    constexpr tensor matrix{.dims = {2, {4, 6}}};
    constexpr description inner = described(arg_reduce{.axis = 1}, {matrix});
    static_assert(inner.output == shape{2, {4, 1}} && inner.contract == contract::rows);
    constexpr description outer = described(arg_reduce{.axis = 0}, {matrix});
    static_assert(outer.output == shape{2, {1, 6}} && outer.contract == contract::whole);
    CHECK(true);
}
