// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/helium/depthwise_conv.hpp>

#include <support/backend_windows.hpp>
#include <tigris/kernels/helium/facts.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

TEST_CASE("depthwise convolutions") { check_depthwise_convs<helium_tag>(); }

TEST_CASE("channels that are no multiple of eight or four") {
    check_depthwise<helium_tag, window_settings{.window{3, 3, 2, 2, 1, 1, 1, 1, 1, 1},
                                                .channels_in = 14,
                                                .channels_out = 14}>();
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
