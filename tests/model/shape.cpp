// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/model/shape.hpp>

#include <helpers/check.hpp>

#include <doctest/doctest.h>

using tigris::row_extents;
using tigris::shape;

namespace {

constexpr bool equal(const row_extents& a, const row_extents& b) {
    return a.images == b.images && a.rows == b.rows && a.width == b.width &&
           a.channels == b.channels;
}

}  // namespace

TEST_CASE("shapes read as images of rows") {
    TIGRIS_HOLDS(equal(rows_of(shape{4, {2, 5, 6, 7}}), {2, 5, 6, 7}));
    TIGRIS_HOLDS(equal(rows_of(shape{3, {2, 5, 7}}), {2, 5, 1, 7}));
    TIGRIS_HOLDS(equal(rows_of(shape{2, {5, 7}}), {1, 5, 1, 7}));
    TIGRIS_HOLDS(equal(rows_of(shape{1, {7}}), {1, 1, 1, 7}));
    TIGRIS_HOLDS(equal(rows_of(shape{5, {2, 3, 1, 1, 7}}), {1, 1, 1, 42}));
}

TEST_CASE("extents of 1 are left out, in whatever place") {
    TIGRIS_HOLDS(without_ones(shape{4, {1, 5, 1, 7}}) == shape{2, {5, 7}});
    TIGRIS_HOLDS(without_ones(shape{3, {5, 7, 1}}) == shape{2, {5, 7}});
    TIGRIS_HOLDS(without_ones(shape{2, {5, 7}}) == shape{2, {5, 7}});
    TIGRIS_HOLDS(without_ones(shape{2, {1, 1}}) == shape{});
}
