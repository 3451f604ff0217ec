// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/ops/col2im.hpp>

#include <helpers/check.hpp>
#include <helpers/described.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::ops;
using test::described;

TEST_CASE("each column's elements are added once") {
    constexpr tensor columns{.dims = {3, {1, 5 * 4, 9}}}, image{.dims = {4, {1, 5, 4, 4}}};
    TIGRIS_HOLDS(described(col2im{}, {columns}, image).output == image.dims);
    TIGRIS_HOLDS(described(col2im{}, {columns}, image).contract == contract::whole);
    TIGRIS_HOLDS(described(col2im{}, {columns}, image).macs == 5 * 4 * 9);
}
