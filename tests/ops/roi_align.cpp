// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/ops/roi_align.hpp>

#include <helpers/described.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::ops;
using test::described;

TEST_CASE("a cell for each region, of the image's channels") {
    constexpr tensor image{.dims = {4, {2, 9, 9, 5}}}, regions{.dims = {2, {3, 4}}};
    constexpr tensor numbers{.type = dtype::i64, .dims = {1, {3}}};
    constexpr tensor output{.dims = {4, {1, 2, 2, 1}}};
    constexpr description two =
        described(roi_align{.sampling_ratio = 2}, {image, regions, numbers}, output);
    static_assert(two.output == shape{4, {3, 2, 2, 5}} && two.contract == contract::whole);
    static_assert(two.macs == 3 * 2 * 2 * 5 * 4 * 4);
    CHECK(described(roi_align{.sampling_ratio = 3}, {image, regions, numbers}, output).macs ==
          3 * 2 * 2 * 5 * 9 * 4);
}
