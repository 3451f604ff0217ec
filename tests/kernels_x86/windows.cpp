// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <support/window_agreement.hpp>
#include <tigris/kernels/x86/all.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

namespace {

template <class Op, class T, window_settings S>
void check_type() {
    for (int seed = 0; seed < 100; ++seed) {
        const int largest = seed % 3 ? 9 : 3;
        const bool nearest =
            agrees_with_portable<Op, x86_tag, T, S, rounding::nearest>(seed, largest);
        const bool tflite =
            agrees_with_portable<Op, x86_tag, T, S, rounding::tflite>(seed, largest);
        CHECK_MESSAGE(nearest, seed);
        CHECK_MESSAGE(tflite, seed);
    }
}

template <class Op, window_settings S>
void check() {
    check_type<Op, int8_t, S>();
    check_type<Op, uint8_t, S>();
    check_type<Op, float, S>();
}

}  // namespace

TEST_CASE("convolution with one tap") {
    check<ops::conv, window_settings{}>();
    check<ops::conv,
          window_settings{.per_channel = false, .channels_in = 16, .channels_out = 32}>();
    check<ops::conv, window_settings{.window{1, 1, 2, 3, 1, 1, 0, 0, 0, 0}, .channels_out = 1}>();
    check<ops::conv, window_settings{.most_channels = 70}>();
}

TEST_CASE("convolution with padding on all sides, and wider than the image") {
    check<ops::conv, window_settings{.window{3, 3, 1, 1, 1, 1, 1, 1, 1, 1}}>();
    check<ops::conv,
          window_settings{
              .window{3, 3, 1, 1, 1, 1, 1, 1, 1, 1}, .channels_in = 8, .channels_out = 5}>();
    check<ops::conv, window_settings{.window{3, 2, 1, 3, 1, 1, 4, 3, 4, 3}}>();
}

TEST_CASE("convolution with strides, dilations, few channels") {
    check<ops::conv,
          window_settings{
              .window{3, 3, 2, 2, 1, 1, 0, 1, 1, 0}, .channels_in = 3, .channels_out = 8}>();
    check<ops::conv,
          window_settings{.window{2, 3, 1, 1, 2, 2, 1, 2, 1, 2}, .per_channel = false}>();
    check<ops::conv, window_settings{.window{5, 1, 3, 1, 1, 1, 2, 0, 2, 0}, .channels_in = 1}>();
}

TEST_CASE("depthwise convolution") {
    check<ops::depthwise_conv, window_settings{.window{3, 3, 1, 1, 1, 1, 1, 1, 1, 1}}>();
    check<ops::depthwise_conv,
          window_settings{.window{3, 3, 2, 2, 1, 1, 0, 1, 1, 0}, .most_channels = 70}>();
    check<ops::depthwise_conv,
          window_settings{
              .window{3, 3, 1, 1, 1, 1, 1, 1, 1, 1}, .channels_in = 32, .channels_out = 32}>();
    check<ops::depthwise_conv,
          window_settings{.window{5, 2, 3, 1, 1, 2, 2, 3, 2, 3}, .per_channel = false}>();
    check<ops::depthwise_conv,
          window_settings{.window{3, 3, 1, 1, 1, 1, 1, 1, 1, 1}, .multiple = 2}>();
}
