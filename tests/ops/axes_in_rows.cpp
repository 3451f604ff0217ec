// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/ops/axes_in_rows.hpp>

#include <helpers/described.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::ops;
using test::described;

TEST_CASE("which axes lie within rows depends on the rank") {
    static_assert(first_axis_in_rows({4, {1, 2, 3, 4}}) == 2);
    static_assert(first_axis_in_rows({3, {1, 2, 3}}) == 2);
    static_assert(first_axis_in_rows({2, {1, 2}}) == 1);
    static_assert(first_axis_in_rows({1, {9}}) == 0);
    static_assert(first_axis_in_rows({5, {1, 2, 3, 4, 5}}) == 0);
    static_assert(contract_along(0b10, {3, {1, 2, 3}}) == contract::whole);
    static_assert(contract_along(0b100, {3, {1, 2, 3}}) == contract::rows);
    static_assert(contract_along(0b11111, {5, {1, 2, 3, 4, 5}}) == contract::rows);
    CHECK(true);
}

TEST_CASE("groups of elements are neighbors along the last axes, whatever the ones") {
    static_assert(are_neighbors(0b1000, {4, {1, 2, 3, 4}}));
    static_assert(are_neighbors(0b1110, {4, {1, 2, 3, 4}}));
    static_assert(are_neighbors(0b0100, {4, {1, 2, 3, 1}}));
    static_assert(are_neighbors(0b1010, {4, {1, 2, 1, 4}}));
    static_assert(!are_neighbors(0b0110, {4, {1, 2, 3, 4}}));
    static_assert(!are_neighbors(0b1010, {4, {1, 2, 3, 4}}));
    CHECK(true);
}

TEST_CASE("sets of axes are bits") {
    static_assert(has_axis(0b101, 0) && !has_axis(0b101, 1) && has_axis(0b101, 2));
    static_assert(without_axes({3, {2, 3, 4}}, 0b101) == shape{3, {1, 3, 1}});
    CHECK(true);
}
