// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/walks/bilinear_place.hpp>

#include <helpers/check.hpp>

#include <cmath>
#include <initializer_list>
#include <limits>

using namespace tigris::kernels;

namespace {

constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();

/// Corners 0 and 3 of an image [2, 2] of two channels; the others are outside.
constexpr bilinear_place place{.pixels = {0, -1, -1, 3}, .weights = {0.25f, 100, 100, 0.5f}};
constexpr float image[]{1, 2, 3, 4, 5, 6, 7, 8};

}  // namespace

TEST_CASE("the floor is the standard library's, at and beside whole numbers, too") {
    int different = 0;
    for (int whole = -1000; whole <= 1000; ++whole)
        for (const float beside : {-0.5f, 0.0f, 0.25f}) {
            const float x = float(whole) + beside;
            different += floor_of(x) != int(std::floor(x));
            different +=
                floor_of(std::nextafter(x, -1e9f)) != int(std::floor(std::nextafter(x, -1e9f)));
        }
    CHECK(different == 0);
    TIGRIS_HOLDS(floor_of(-0.0f) == 0 && floor_of(-1e-30f) == -1);
    TIGRIS_HOLDS(floor_of(2147483520.0f) == 2147483520 && floor_of(-2147483520.0f) == -2147483520);
}

TEST_CASE("between bounds, and not a number counts as the lower one") {
    TIGRIS_HOLDS(between_bounds(0.5f, -1, 1) == 0.5f);
    TIGRIS_HOLDS(between_bounds(-3, -1, 1) == -1 && between_bounds(3, -1, 1) == 1);
    TIGRIS_HOLDS(between_bounds(not_a_number, -1, 1) == -1);
}

TEST_CASE("corners outside of the image count nothing, whatever their weights") {
    TIGRIS_HOLDS(place.of(image, 2) == 0.25f * 1 + 0.5f * 7);
    TIGRIS_HOLDS(place.of(image + 1, 2) == 0.25f * 2 + 0.5f * 8);
    TIGRIS_HOLDS(bilinear_place{}.of(image, 2) == 0);
}
