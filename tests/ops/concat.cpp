// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/ops/concat.hpp>

#include <doctest/doctest.h>
#include <helpers/node_case.hpp>

using namespace tigris;
using namespace tigris::ops;

namespace {

constexpr description join(int axis, const shape& a, const shape& b) {
    test::node_case n;
    n.add_input({.dims = a});
    n.add_input({.dims = b});
    n.set_output({});
    return describe(concat{.axis = int8_t(axis)}, n.all());
}

}  // namespace

TEST_CASE("extents add up along the axis") {
    static_assert(join(3, {4, {1, 2, 3, 4}}, {4, {1, 2, 3, 5}}).output == shape{4, {1, 2, 3, 9}});
    static_assert(join(0, {1, {4}}, {1, {6}}).output == shape{1, {10}});
    CHECK(true);
}

TEST_CASE("tensors that do not fit together have no common shape") {
    static_assert(join(3, {4, {1, 2, 3, 4}}, {4, {1, 2, 4, 4}}).output == shape{});
    static_assert(join(1, {2, {3, 4}}, {3, {1, 3, 4}}).output == shape{});
    static_assert(join(2, {2, {3, 4}}, {2, {3, 4}}).output == shape{});
    CHECK(true);
}

TEST_CASE("columns and channels join row by row, images and rows as a whole") {
    constexpr shape image{4, {1, 2, 3, 4}}, signal{3, {1, 2, 3}}, matrix{2, {2, 3}};
    static_assert(join(3, image, image).contract == contract::rows);
    static_assert(join(2, image, image).contract == contract::rows);
    static_assert(join(1, image, image).contract == contract::whole);
    static_assert(join(2, signal, signal).contract == contract::rows);
    static_assert(join(1, signal, signal).contract == contract::whole);
    static_assert(join(1, matrix, matrix).contract == contract::rows);
    static_assert(join(0, matrix, matrix).contract == contract::whole);
    static_assert(join(0, {1, {3}}, {1, {3}}).contract == contract::rows);
    CHECK(true);
}
