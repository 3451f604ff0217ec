// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/adapters/image_shape.hpp>

#include <doctest/doctest.h>

using namespace tigris::kernels;

TEST_CASE("an image has pixels, a window has taps") {
    constexpr image_shape s{
        .window = {.kernel_h = 3, .kernel_w = 5}, .width_in = 7, .height_in = 11, .width_out = 2};
    CHECK(s.pixels() == 77);
    CHECK(s.taps() == 15);
}

TEST_CASE("numbers are rounded up to a multiple, and stay if they are one") {
    CHECK((rounded_up(0, 16) == 0 && rounded_up(1, 16) == 16));
    CHECK((rounded_up(16, 16) == 16 && rounded_up(17, 16) == 32));
    CHECK(rounded_up(5, 1) == 5);
    CHECK((larger_of(2, 3) == 3 && larger_of(3, 2) == 3 && larger_of(-1, -2) == -1));
}
