// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/ops/dynamic_quantize.hpp>

#include <helpers/described.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::ops;

TEST_CASE("rows are quantized one by one, over their floats; a border takes the whole tensor") {
    constexpr tensor x{.dims = {4, {1, 5, 4, 3}}}, range{.dims = {1, {2}}};
    constexpr description plain = test::described(dynamic_quantize{}, {x, range});
    static_assert(plain.output == x.dims && plain.contract == contract::rows &&
                  plain.in_place == first_input());
    constexpr dynamic_quantize bordered{.before{{0, 1, 2}}, .after{{0, 0, 1}}};
    constexpr description d = test::described(bordered, {x, range});
    static_assert(d.output == shape{4, {1, 6, 7, 3}} && d.contract == contract::whole);
    static_assert(d.in_place.is_empty());
    CHECK(true);
}
