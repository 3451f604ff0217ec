// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/ops/scatter.hpp>

#include <helpers/described.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::ops;
using test::described;

TEST_CASE("data are overwritten, but for constants") {
    constexpr tensor data{.dims = {2, {5, 6}}}, places{.type = dtype::i64, .dims = {2, {3, 1}}};
    constexpr tensor updates{.dims = {2, {3, 6}}};
    constexpr tensor fixed{.kind = tensor_kind::constant, .dims = {2, {5, 6}}};
    constexpr description d = described(scatter{}, {data, places, updates});
    static_assert(d.output == shape{2, {5, 6}} && d.contract == contract::whole &&
                  d.in_place == first_input());
    CHECK(described(scatter{}, {fixed, places, updates}).in_place.is_empty());
}
