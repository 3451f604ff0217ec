// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/ops/pad.hpp>

#include <helpers/described.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::ops;
using test::described;

TEST_CASE("what is added on both sides adds to the extents, and what is cut off is less") {
    constexpr pad op{.before = {{0, 1, 2, 0}}, .after = {{0, 3, -1, 1}}};
    constexpr description d = described(op, {{.dims = {4, {1, 5, 6, 2}}}});
    static_assert(d.output == shape{4, {1, 9, 7, 3}});
    static_assert(d.contract == contract::rows);
    CHECK(d.reach.pad == 1);
    CHECK(d.reach.pad_end == 3);
}

TEST_CASE("rows that are made of other rows, and whole images, need the whole tensor") {
    constexpr shape image{4, {1, 5, 6, 2}};
    constexpr pad rows{.before = {{0, 1}}}, columns{.before = {{0, 0, 1}}}, images{.after = {{1}}};
    constexpr pad mirrored{.before = {{0, 1}}, .mode = pad_mode::reflect};
    constexpr pad mirrored_columns{.before = {{0, 0, 1}}, .mode = pad_mode::reflect};
    static_assert(described(rows, {{.dims = image}}).contract == contract::rows);
    static_assert(described(columns, {{.dims = image}}).contract == contract::rows);
    static_assert(described(images, {{.dims = image}}).contract == contract::whole);
    static_assert(described(mirrored, {{.dims = image}}).contract == contract::whole);
    static_assert(described(mirrored_columns, {{.dims = image}}).contract == contract::rows);
    static_assert(described(rows, {{.dims = {1, {5}}}}).contract == contract::whole);
    CHECK(true);
}

TEST_CASE("rows are the second axis of images and signals, the first of matrices") {
    static_assert(axis_of_rows({4, {1, 2, 3, 4}}) == 1 && axis_of_rows({3, {1, 2, 3}}) == 1);
    static_assert(axis_of_rows({2, {2, 3}}) == 0);
    static_assert(axis_of_rows({1, {3}}) == -1 && axis_of_rows({5, {1, 1, 1, 1, 1}}) == -1);
    CHECK(true);
}
