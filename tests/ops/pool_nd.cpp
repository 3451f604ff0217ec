// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/ops/pool_nd.hpp>

#include <helpers/check.hpp>
#include <helpers/described.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::ops;
using test::described;

TEST_CASE("spatial extents are those of the tensor, images and channels those of the input") {
    constexpr tensor in{.dims = {5, {2, 6, 6, 6, 4}}}, out{.dims = {5, {1, 3, 2, 1, 9}}};
    TIGRIS_HOLDS(described(pool_nd{}, {in}, out).output == shape{5, {2, 3, 2, 1, 4}});
    TIGRIS_HOLDS(described(pool_nd{}, {in}, out).contract == contract::whole);
}
