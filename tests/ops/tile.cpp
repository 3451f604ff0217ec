// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/ops/tile.hpp>

#include <helpers/described.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::ops;
using test::described;

TEST_CASE("tiles of columns and channels are made row by row, those of rows as a whole") {
    constexpr tensor image{.dims = {4, {1, 4, 3, 2}}};
    constexpr description wide = described(tile{}, {image}, {.dims = {4, {1, 4, 6, 4}}});
    static_assert(wide.output == shape{4, {1, 4, 6, 4}} && wide.contract == contract::rows);
    static_assert(described(tile{}, {image}, {.dims = {4, {1, 8, 3, 2}}}).contract ==
                  contract::whole);
    constexpr tensor row{.dims = {4, {1, 1, 3, 2}}};
    static_assert(described(tile{}, {row}, {.dims = {4, {1, 8, 3, 2}}}).contract == contract::rows);
    CHECK(true);
}
