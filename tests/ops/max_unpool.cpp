// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/ops/max_unpool.hpp>

#include <helpers/check.hpp>
#include <helpers/described.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::ops;
using test::described;

TEST_CASE("extents are those of the tensor") {
    constexpr tensor pooled{.dims = {4, {1, 2, 2, 3}}}, image{.dims = {4, {1, 5, 5, 3}}};
    TIGRIS_HOLDS(described(max_unpool{}, {pooled, pooled}, image).output == image.dims);
    TIGRIS_HOLDS(described(max_unpool{}, {pooled, pooled}, image).contract == contract::whole);
}
