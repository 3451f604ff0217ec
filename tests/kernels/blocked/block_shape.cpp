// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/blocked/block_shape.hpp>

#include <tigris/kernels/arithmetic/coded_weights.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::kernels::blocked_kernels;

namespace {

constexpr int32_t pixels_of(int32_t depth, dtype in) { return window_shape_of(depth, in).pixels; }

}  // namespace

TEST_CASE("as many windows are gathered as 512 bytes hold: an even number from 2 to 16") {
    CHECK(pixels_of(1, dtype::i8) == 16);
    CHECK(pixels_of(32, dtype::i8) == 16);
    CHECK(pixels_of(33, dtype::i8) == 14);
    CHECK(pixels_of(100, dtype::i8) == 4);
    CHECK(pixels_of(256, dtype::i8) == 2);
    CHECK(pixels_of(5000, dtype::i8) == 2);
}

TEST_CASE("floats take four times the bytes") {
    CHECK(pixels_of(8, dtype::f32) == 16);
    CHECK(pixels_of(25, dtype::f32) == 4);
    CHECK(window_shape_of(25, dtype::f32).element_bytes == 4);
    CHECK(window_shape_of(25, dtype::i8).element_bytes == 1);
}

TEST_CASE("working memory has room for all windows at any address") {
    CHECK(scratch_bytes_of({.depth = 27, .pixels = 14, .element_bytes = 1}) == 14 * 27 + 3);
    CHECK(scratch_bytes_of({.depth = 27, .pixels = 4, .element_bytes = 4}) == 4 * 27 * 4 + 3);
}

TEST_CASE("windows of one pixel are read where they lie, unless columns are left out") {
    CHECK(are_pixels(1, 1, 1));
    CHECK_FALSE((are_pixels(2, 1, 1) || are_pixels(1, 2, 1) || are_pixels(1, 1, 2)));
}

TEST_CASE("signed bytes become such or sums, and floats become floats") {
    CHECK((multiplies(dtype::i8, dtype::i8) && multiplies(dtype::i8, dtype::i32)));
    CHECK(multiplies(dtype::f32, dtype::f32));
    CHECK_FALSE((multiplies(dtype::u8, dtype::u8) || multiplies(dtype::i8, dtype::f32)));
    CHECK_FALSE((multiplies(dtype::f32, dtype::i8) || multiplies(dtype::i16, dtype::i16)));
}

TEST_CASE("kernels of floats are those of several backends") {
    CHECK(is_same<tag_for<int8_t>, blocked_tag>);
    CHECK(is_same<tag_for<float>, float_blocks_tag>);
}

TEST_CASE("weights are elements or halves, not codes") {
    CHECK(multiplies<int8_t>(dtype::i8, dtype::i8));
    CHECK(multiplies<float>(dtype::f32, dtype::f32));
    CHECK(multiplies<coded<dtype::f16>>(dtype::f32, dtype::f32));
    CHECK_FALSE(multiplies<coded<dtype::i8>>(dtype::f32, dtype::f32));
    CHECK_FALSE(multiplies<int8_t>(dtype::i8, dtype::f32));
}
