// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/ops/softmax.hpp>

#include <helpers/described.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::ops;
using test::described;

TEST_CASE("softmax writes over its input where elements are of one size") {
    constexpr tensor bytes{.type = dtype::i8, .dims = {2, {3, 10}}}, reals{.dims = {2, {3, 10}}};
    constexpr description same = described(softmax{}, {bytes}, bytes);
    static_assert(same.output == shape{2, {3, 10}} && same.contract == contract::rows);
    static_assert(same.in_place == first_input());
    CHECK(described(softmax{}, {bytes}, reals).in_place.is_empty());
}
