// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <support/backend_windows.hpp>
#include <tigris/kernels/simd/all.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

namespace {

template <class Op, window_settings S>
void check() {
    check_roundings<Op, x86_tag, int8_t, S>(100, 9);
    check_roundings<Op, x86_tag, uint8_t, S>(100, 9);
    check_roundings<Op, x86_tag, float, S>(100, 9);
}

/// Of floats in the order that the kernels read.
template <window_settings S>
void check_arranged() {
    for (int seed = 0; seed < 100; ++seed)
        CHECK_MESSAGE((agrees_with_portable<ops::conv, x86_tag, float, S, rounding::nearest,
                                            weight_order::simd_sixteens>(seed, seed % 3 ? 9 : 3)),
                      seed);
}

}  // namespace

TEST_CASE("convolution of floats whose weights lie in blocks") {
    check_arranged<window_settings{.most_channels = 35}>();
    check_arranged<window_settings{.window{3, 3, 1, 1, 1, 1, 1, 1, 1, 1}}>();
    check_arranged<window_settings{.window{2, 3, 2, 1, 2, 2, 1, 2, 1, 2}, .channels_in = 3}>();
}

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

TEST_CASE("convolution of more pixels, and of wider rows, than are computed at a time") {
    constexpr window_settings one_tap{.channels_in = 3, .channels_out = 5};
    constexpr window_settings many{
        .window{3, 3, 1, 1, 1, 1, 1, 1, 1, 1}, .channels_in = 2, .channels_out = 3};
    constexpr window_settings far{
        .window{3, 3, 1, 1, 9, 1, 9, 1, 9, 1}, .channels_in = 47, .channels_out = 5};
    check_roundings<ops::conv, x86_tag, int8_t, one_tap>(9, 40);
    check_roundings<ops::conv, x86_tag, float, one_tap>(9, 40);
    check_roundings<ops::conv, x86_tag, int8_t, many>(9, 40);
    check_roundings<ops::conv, x86_tag, float, many>(9, 40);
    check_roundings<ops::conv, x86_tag, int8_t, far>(30, 9);
    check_roundings<ops::conv, x86_tag, uint8_t, far>(30, 9);
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
