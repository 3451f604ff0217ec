// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/ops/unary.hpp>

#include <helpers/check.hpp>
#include <helpers/described.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::ops;
using test::described;

TEST_CASE("a function writes over its input where results are no larger") {
    constexpr tensor reals{.dims = {2, {3, 4}}}, flags{.type = dtype::boolean, .dims = {2, {3, 4}}};
    constexpr unary is_nan{.function = unary_function::is_nan};
    TIGRIS_HOLDS(described(unary{}, {reals}, reals).output == shape{2, {3, 4}});
    TIGRIS_HOLDS(described(unary{}, {reals}, reals).in_place == first_input());
    TIGRIS_HOLDS(described(unary{}, {reals}, reals).by_columns);
    TIGRIS_HOLDS(described(is_nan, {reals}, flags).in_place == first_input());
    TIGRIS_HOLDS(described(unary{}, {flags}, reals).in_place.is_empty());
}

TEST_CASE("a constant is not written over") {
    constexpr tensor fixed{.kind = tensor_kind::constant, .dims = {2, {3, 4}}};
    TIGRIS_HOLDS(described(unary{}, {fixed}, {.dims = {2, {3, 4}}}).in_place.is_empty());
    TIGRIS_HOLDS(!described(unary{}, {fixed}, {.dims = {2, {3, 4}}}).by_columns);
}
