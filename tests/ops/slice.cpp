// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/ops/slice.hpp>

#include <helpers/described.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::ops;
using test::described;

namespace {

constexpr tensor image{.dims = {4, {2, 9, 6, 3}}};

}  // namespace

TEST_CASE("each output row reads the row at its step") {
    constexpr slice op{.begin = {{0, 2}}, .step = {{1, 3, 1, 1, 1, 1, 1, 1}}};
    constexpr description d = described(op, {image}, {.dims = {4, {2, 3, 6, 3}}});
    static_assert(d.output == shape{4, {2, 3, 6, 3}} && d.contract == contract::rows);
    for (int32_t y = 0; y < 3; ++y) CHECK(first_row_of(d.reach, y) == 2 + 3 * y);
    CHECK(d.reach.pad_end == -0);  // the last row that is read is row 8, the last there is
}

TEST_CASE("rows behind the last that is read are cut off") {
    constexpr slice op{.begin = {{0, 1}}};
    constexpr description d = described(op, {image}, {.dims = {4, {2, 4, 6, 3}}});
    CHECK(d.reach.pad == -1);
    CHECK(d.reach.pad_end == -4);
}

TEST_CASE("upwards, or with a choice of images, a slice needs the whole tensor") {
    constexpr slice upwards{.begin = {{0, 8}}, .step = {{1, -1, 1, 1, 1, 1, 1, 1}}};
    constexpr description up = described(upwards, {image}, {.dims = {4, {2, 9, 6, 3}}});
    static_assert(up.contract == contract::whole && up.in_place.is_empty());
    constexpr slice second_image{.begin = {{1}}};
    constexpr description second = described(second_image, {image}, {.dims = {4, {1, 9, 6, 3}}});
    static_assert(second.contract == contract::whole && second.in_place == first_input());
    CHECK(true);
}
