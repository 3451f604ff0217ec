// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/helium/depthwise_conv.hpp>

#include <support/window_agreement.hpp>
#include <tigris/kernels/helium/facts.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

namespace {

template <window_settings S>
void check() {
    using op = ops::depthwise_conv;
    for (int seed = 0; seed < 120; ++seed) {
        const int largest = seed % 3 ? 7 : 3;
        const bool nearest =
            agrees_with_portable<op, helium_tag, int8_t, S, rounding::nearest>(seed, largest);
        const bool tflite =
            agrees_with_portable<op, helium_tag, int8_t, S, rounding::tflite>(seed, largest);
        CHECK_MESSAGE(nearest, seed);
        CHECK_MESSAGE(tflite, seed);
    }
}

}  // namespace

TEST_CASE("3x3 with padding") {
    check<window_settings{.window{3, 3, 1, 1, 1, 1, 1, 1, 1, 1}}>();
    check<window_settings{.window{3, 3, 1, 1, 1, 1, 1, 1, 1, 1},
                          .per_channel = false,
                          .channels_in = 8,
                          .channels_out = 8}>();
    check<window_settings{
        .window{3, 3, 1, 1, 1, 1, 0, 0, 0, 0}, .channels_in = 5, .channels_out = 5}>();
    check<window_settings{.window{3, 3, 1, 1, 1, 1, 4, 3, 4, 5}}>();
}

TEST_CASE("3x3 with strides") {
    check<window_settings{.window{3, 3, 2, 2, 1, 1, 0, 0, 1, 1}}>();
    check<window_settings{
        .window{3, 3, 2, 2, 1, 1, 1, 1, 1, 1}, .channels_in = 16, .channels_out = 16}>();
    check<window_settings{.window{3, 3, 3, 1, 1, 1, 1, 2, 2, 1}}>();
    check<window_settings{.window{3, 3, 1, 2, 1, 1, 2, 3, 1, 2}}>();
}

TEST_CASE("other windows") {
    check<window_settings{.window{5, 5, 1, 1, 1, 1, 2, 2, 2, 2}}>();
    check<window_settings{.window{5, 3, 2, 2, 1, 1, 1, 2, 2, 1},
                          .per_channel = false,
                          .channels_in = 9,
                          .channels_out = 9}>();
    check<window_settings{.window{1, 4, 1, 3, 1, 1, 0, 1, 0, 2}}>();
    check<window_settings{.window{3, 3, 1, 1, 2, 2, 2, 2, 2, 2}}>();
    check<window_settings{
        .window{2, 3, 3, 1, 1, 3, 1, 0, 1, 4}, .channels_in = 4, .channels_out = 4}>();
}

TEST_CASE("channels that are no multiple of eight or four") {
    check<window_settings{
        .window{3, 3, 1, 1, 1, 1, 1, 1, 1, 1}, .channels_in = 3, .channels_out = 3}>();
    check<window_settings{
        .window{3, 3, 2, 2, 1, 1, 1, 1, 1, 1}, .channels_in = 14, .channels_out = 14}>();
}

TEST_CASE("what is left to the portable kernel") {
    check<window_settings{.window{3, 3, 1, 1, 1, 1, 1, 1, 1, 1},
                          .channels_in = 4,
                          .channels_out = 8,
                          .multiple = 2}>();
}

TEST_CASE("a part of a row wants no more working memory than the row") {
    constexpr ops::window windows[]{
        {3, 3, 1, 1, 1, 1}, {3, 3, 2, 2, 1, 1}, {5, 5, 1, 1, 1, 1}, {1, 7, 1, 2, 1, 3}};
    for (const ops::window& w : windows)
        for (const int channels : {3, 8, 9, 64})
            for (int width = 1; width <= 100; ++width) {
                const int most = mve::largest_scratch_bytes_of(
                    mve::plane_shape_of(w, width, channels), channels);
                for (int part = 1; part <= width; ++part)
                    CHECK(scratch_bytes_of(mve::plane_shape_of(w, part, channels)) <= most);
            }
}
