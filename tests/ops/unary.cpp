// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/ops/unary.hpp>

#include <helpers/described.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::ops;
using test::described;

TEST_CASE("a function writes over its input where results are no larger") {
    constexpr tensor reals{.dims = {2, {3, 4}}}, flags{.type = dtype::boolean, .dims = {2, {3, 4}}};
    constexpr description same = described(unary{}, {reals}, reals);
    static_assert(same.output == shape{2, {3, 4}} && same.in_place == first_input() &&
                  same.by_columns);
    static_assert(described(unary{.function = unary_function::is_nan}, {reals}, flags).in_place ==
                  first_input());
    static_assert(described(unary{}, {flags}, reals).in_place.is_empty());
    CHECK(true);
}

TEST_CASE("a constant is not written over") {
    constexpr tensor fixed{.kind = tensor_kind::constant, .dims = {2, {3, 4}}};
    constexpr description d = described(unary{}, {fixed}, {.dims = {2, {3, 4}}});
    static_assert(d.in_place.is_empty() && !d.by_columns);
    CHECK(true);
}
