// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/ops/grid_sample.hpp>

#include <helpers/described.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::ops;
using test::described;

TEST_CASE("each place of the grid reads taps along each axis") {
    constexpr tensor image{.dims = {4, {2, 5, 6, 3}}}, grid{.dims = {4, {2, 7, 8, 2}}};
    constexpr auto macs_of = [](sample_mode mode, const tensor& x, const tensor& places) {
        return described(grid_sample{.mode = mode}, {x, places}).macs;
    };
    constexpr int64_t outputs = 2 * 7 * 8 * 3;
    static_assert(described(grid_sample{}, {image, grid}).output == shape{4, {2, 7, 8, 3}});
    static_assert(macs_of(sample_mode::nearest, image, grid) == outputs);
    static_assert(macs_of(sample_mode::linear, image, grid) == outputs * 4);
    static_assert(macs_of(sample_mode::cubic, image, grid) == outputs * 16);
    constexpr tensor volume{.dims = {5, {1, 4, 4, 4, 2}}}, places{.dims = {5, {1, 3, 3, 3, 3}}};
    CHECK(macs_of(sample_mode::linear, volume, places) == 27 * 2 * 8);
}
