// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/ops/reshape.hpp>

#include <helpers/described.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::ops;
using test::described;

TEST_CASE("a reshape computes nothing") {
    constexpr description d =
        described(reshape{}, {{.dims = {4, {1, 2, 3, 4}}}}, {.dims = {2, {6, 4}}});
    static_assert(d.output == shape{2, {6, 4}} && d.contract == contract::alias);
    CHECK(d.in_place == first_input());
}
