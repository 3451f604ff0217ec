// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/ops/reshape.hpp>

#include <helpers/check.hpp>
#include <helpers/described.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::ops;
using test::described;

TEST_CASE("a reshape computes nothing") {
    constexpr tensor image{.dims = {4, {1, 2, 3, 4}}}, matrix{.dims = {2, {6, 4}}};
    TIGRIS_HOLDS(described(reshape{}, {image}, matrix).output == matrix.dims);
    TIGRIS_HOLDS(described(reshape{}, {image}, matrix).contract == contract::alias);
    TIGRIS_HOLDS(described(reshape{}, {image}, matrix).in_place == first_input());
}
