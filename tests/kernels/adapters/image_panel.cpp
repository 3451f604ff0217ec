// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/adapters/image_panel.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <initializer_list>

using namespace tigris;
using namespace tigris::kernels;

namespace {

constexpr ops::window three{.kernel_h = 3, .kernel_w = 3};
constexpr ops::window by_two{.kernel_h = 2, .kernel_w = 3, .stride_h = 2, .stride_w = 3};
constexpr ops::window apart{.kernel_h = 3, .kernel_w = 2, .dilation_h = 2, .dilation_w = 4};
constexpr ops::window pixel{};

constexpr ops::window padded(ops::window w, int side) {
    w.pad_top = side == 0, w.pad_left = side == 1;
    w.pad_bottom = side == 2, w.pad_right = side == 3;
    return w;
}

}  // namespace

TEST_CASE("neighboring windows have rows and columns in common") {
    CHECK((rows_under(three, 1) == 3 && columns_under(three, 1) == 3));
    CHECK((rows_under(three, 5) == 7 && columns_under(three, 5) == 7));
    CHECK((rows_under(by_two, 4) == 8 && columns_under(by_two, 4) == 12));
    CHECK((rows_under(apart, 2) == 6 && columns_under(apart, 2) == 6));
}

TEST_CASE("a panel has the rows of a window, without those that its taps leave out") {
    CHECK(bytes_of_panel(three, 5, 16) == 3 * 7 * 16);
    CHECK(bytes_of_panel(apart, 2, 10) == 3 * 6 * 10);
}

TEST_CASE("a panel has as many windows as 2048 bytes hold") {
    for (const std::int32_t channels : {1, 16, 20, 100}) {
        CAPTURE(channels);
        const std::int32_t pixels = pixels_at_once(three, 10000, channels);
        CHECK(bytes_of_panel(three, pixels, channels) <= 2048);
        CHECK(bytes_of_panel(three, pixels + 1, channels) > 2048);
    }
    CHECK(pixels_at_once(by_two, 10000, 16) == 21);  // 64 columns of 2 rows
}

TEST_CASE("a panel has four windows at least, and no more than a row") {
    CHECK(pixels_at_once(three, 100, 200) == 4);  // one fits
    CHECK(pixels_at_once(three, 100, 300) == 4);  // none fits
    CHECK(pixels_at_once(three, 100, 100000) == 4);
    CHECK(pixels_at_once(three, 3, 300) == 3);
    CHECK(pixels_at_once(three, 7, 1) == 7);
}

TEST_CASE("windows of one pixel are copied by fours") {
    CHECK(pixels_at_once(pixel, 100, 1) == 4);
    CHECK(pixels_at_once({.kernel_w = 2}, 100, 1) == 100);
}

TEST_CASE("a panel is copied where rows may lie apart, or padding is written") {
    CHECK(copies_panels(three));
    CHECK_FALSE(copies_panels({.kernel_w = 3}));
    for (int side = 0; side < 4; ++side) CHECK(copies_panels(padded(pixel, side)));
    CHECK(panel_bytes({.kernel_w = 3}, 100, 8) == 0);
    CHECK(panel_bytes(three, 5, 8) == bytes_of_panel(three, 5, 8));
}
