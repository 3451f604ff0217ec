// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/ops/binary.hpp>

#include <doctest/doctest.h>

using tigris::shape;
using tigris::ops::broadcast;

TEST_CASE("shapes broadcast from the innermost axis") {
    static_assert(broadcast({2, {3, 4}}, {2, {3, 4}}) == shape{2, {3, 4}});
    static_assert(broadcast({2, {3, 4}}, {1, {4}}) == shape{2, {3, 4}});
    static_assert(broadcast({1, {4}}, {3, {2, 1, 4}}) == shape{3, {2, 1, 4}});
    static_assert(broadcast({2, {3, 1}}, {2, {1, 4}}) == shape{2, {3, 4}});
    static_assert(broadcast({2, {3, 4}}, {0, {}}) == shape{2, {3, 4}});
    CHECK(true);
}

TEST_CASE("shapes that do not broadcast have no common shape") {
    static_assert(broadcast({2, {3, 4}}, {2, {3, 5}}) == shape{});
    CHECK(true);
}
