// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/ops/gather.hpp>

#include <helpers/described.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::ops;
using test::described;

TEST_CASE("blocks: one span of elements for each tuple of indices") {
    constexpr description d =
        described(gather{}, {{.dims = {4, {2, 5, 6, 8}}}, {.dims = {3, {2, 7, 2}}}});
    static_assert(d.output == shape{3, {2, 7, 8}});
    CHECK(d.contract == contract::whole);
}

TEST_CASE("elements: one for each index") {
    constexpr gather op{.by = indexing::elements, .axis = 1};
    constexpr description d = described(op, {{.dims = {2, {5, 6}}}, {.dims = {2, {5, 3}}}});
    CHECK(d.output == shape{2, {5, 3}});
}
