// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <kernels/simd/convs.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

TEST_CASE("convolutions of floats") { check_convs_of<float>(); }

TEST_CASE("convolutions of floats whose weights lie in blocks") {
    static constexpr window_settings windows[]{
        {.most_channels = 35},
        {.window{3, 3, 1, 1, 1, 1, 1, 1, 1, 1}},
        {.window{2, 3, 2, 1, 2, 2, 1, 2, 1, 2}, .channels_in = 3},
    };
    for_each_window<windows>([]<window_settings S> {
        check_roundings<ops::conv, x86_tag, float, S, weight_order::simd_sixteens>(100, 9);
    });
}
