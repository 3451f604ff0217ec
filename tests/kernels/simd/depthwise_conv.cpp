// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <helpers/backend_windows.hpp>
#include <tigris/kernels/simd/all.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

namespace {

template <window_settings S>
void check() {
    check_roundings<ops::depthwise_conv, x86_tag, int8_t, S>(100, 9);
    check_roundings<ops::depthwise_conv, x86_tag, uint8_t, S>(100, 9);
    check_roundings<ops::depthwise_conv, x86_tag, float, S>(100, 9);
}

}  // namespace

TEST_CASE("depthwise convolution") {
    check<window_settings{.window{3, 3, 1, 1, 1, 1, 1, 1, 1, 1}}>();
    check<window_settings{.window{3, 3, 2, 2, 1, 1, 0, 1, 1, 0}, .most_channels = 70}>();
    check<window_settings{
        .window{3, 3, 1, 1, 1, 1, 1, 1, 1, 1}, .channels_in = 32, .channels_out = 32}>();
    check<window_settings{.window{5, 2, 3, 1, 1, 2, 2, 3, 2, 3}, .per_channel = false}>();
    check<window_settings{.window{3, 3, 1, 1, 1, 1, 1, 1, 1, 1}, .multiple = 2}>();
}
