// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/ops/convert.hpp>

#include <helpers/check.hpp>
#include <helpers/described.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::ops;
using test::described;

TEST_CASE("fewer bits are written over those that were read, more are not") {
    constexpr tensor reals{.dims = {2, {3, 4}}}, bytes{.type = dtype::i8, .dims = {2, {3, 4}}};
    TIGRIS_HOLDS(described(convert{}, {reals}, bytes).in_place == first_input());
    TIGRIS_HOLDS(described(convert{}, {bytes}, bytes).in_place == first_input());
    TIGRIS_HOLDS(described(convert{}, {bytes}, reals).in_place.is_empty());
    constexpr description d = described(convert{}, {bytes}, reals);
    TIGRIS_HOLDS(d.output == shape{2, {3, 4}} && d.contract == contract::rows && d.by_columns);
}

TEST_CASE("a constant is converted row by row") {
    constexpr tensor fixed{.kind = tensor_kind::constant, .dims = {2, {3, 4}}};
    TIGRIS_HOLDS(!described(convert{}, {fixed}, {.dims = {2, {3, 4}}}).by_columns);
}
