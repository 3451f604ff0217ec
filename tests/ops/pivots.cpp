// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/ops/pivots.hpp>

#include <helpers/described.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::ops;
using test::described;

TEST_CASE("an elimination writes over its matrices, but for constants") {
    constexpr tensor matrices{.dims = {3, {5, 4, 4}}};
    constexpr description d = described(pivots{}, {matrices});
    static_assert(d.output == shape{3, {5, 4, 4}} && d.in_place == first_input());
    static_assert(d.macs == 5 * 4 * 4 * 4 / 3);
    constexpr tensor fixed{.kind = tensor_kind::constant, .dims = {3, {5, 4, 4}}};
    CHECK(described(pivots{}, {fixed}).in_place.is_empty());
}
