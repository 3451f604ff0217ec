// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/ops/transpose.hpp>

#include <helpers/described.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::ops;
using test::described;

TEST_CASE("axis k of the output is axis axes[k] of the input") {
    constexpr transpose op{.axes = {{0, 3, 1, 2}}};
    constexpr description d = described(op, {{.dims = {4, {2, 3, 4, 5}}}});
    static_assert(d.output == shape{4, {2, 5, 3, 4}});
    CHECK(d.contract == contract::whole);
}
