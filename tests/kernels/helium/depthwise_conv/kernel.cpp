// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/helium/depthwise_conv/kernel.hpp>

#include <helpers/backend_windows.hpp>
#include <helpers/seeds.hpp>
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

namespace {

/// Rows of up to 22 pixels: no, one and two times eight of them, and any rest.
template <ops::window W, int Channels, bool PerChannel = true>
void check_by_panels() {
    static_assert(helium_kernels::has_panels(W));
    check_roundings<ops::depthwise_conv, helium_tag, int8_t,
                    window_settings{.window = W,
                                    .per_channel = PerChannel,
                                    .channels_in = Channels,
                                    .channels_out = Channels}>(60, 22);
}

}  // namespace

TEST_CASE("wide rows of eight channels after the other") {
    check_by_panels<ops::window{3, 3, 1, 1, 1, 1, 1, 1, 1, 1}, 16>();
    check_by_panels<ops::window{3, 3, 2, 2, 1, 1, 0, 0, 1, 1}, 16>();
    check_by_panels<ops::window{3, 3, 1, 2, 2, 1, 2, 1, 2, 0}, 8, false>();
    check_by_panels<ops::window{3, 3, 3, 1, 1, 1, 0, -2, 1, -1}, 13>();
    check_by_panels<ops::window{3, 3, 1, 1, 1, 1, 2, 5, 1, 4}, 6>();
    check_by_panels<ops::window{3, 3, 2, 2, 3, 1, 3, -1, 3, 3}, 10>();
}

TEST_CASE("which windows panels are laid for") {
    CHECK(helium_kernels::has_panels({3, 3, 3, 2, 2, 1}));
    CHECK(!helium_kernels::has_panels({3, 3, 1, 1, 1, 2}));
    CHECK(!helium_kernels::has_panels({3, 3, 1, 3, 1, 1}));
    CHECK(!helium_kernels::has_panels({3, 5, 1, 1, 1, 1}));
    CHECK(helium_kernels::fit_panels(9362, 9362));
    CHECK(!helium_kernels::fit_panels(9363, 9363));
    CHECK(!helium_kernels::fit_panels(8, 16));
    CHECK(helium_kernels::reach_pixels(9362));
    CHECK(!helium_kernels::reach_pixels(9363));
}

namespace {

template <window_settings S, rounding R>
void check_by_sixteens() {
    for (int seed = 0; seed < seeds(120); ++seed) {
        const bool same = agrees_with_portable<ops::depthwise_conv, helium_tag, int8_t, S, R,
                                               weight_order::helium_sixteens>(seed, 7);
        CHECK_MESSAGE(same, seed);
    }
}

template <ops::window W, int Channels, bool PerChannel = true>
void check_both_by_sixteens() {
    constexpr window_settings settings{
        .window = W, .per_channel = PerChannel, .channels_in = Channels, .channels_out = Channels};
    check_by_sixteens<settings, rounding::nearest>();
    check_by_sixteens<settings, rounding::tflite>();
}

}  // namespace

TEST_CASE("sixteen channels where they lie") {
    check_both_by_sixteens<ops::window{3, 3, 1, 1, 1, 1, 1, 1, 1, 1}, 32>();
    check_both_by_sixteens<ops::window{3, 3, 2, 2, 1, 1, 0, 0, 1, 1}, 48>();
    check_both_by_sixteens<ops::window{3, 3, 2, 2, 1, 1, 1, 1, 1, 1}, 32, false>();
    check_both_by_sixteens<ops::window{3, 3, 3, 1, 2, 2, 2, 3, 1, 4}, 32>();
    check_both_by_sixteens<ops::window{3, 3, 1, 3, 1, 1, 0, -1, 0, -2}, 64>();
}

TEST_CASE("which layers are convolved by sixteens") {
    constexpr ops::window one{3, 3, 1, 1, 1, 1}, two{3, 3, 2, 2, 1, 1}, large{5, 5, 2, 2, 1, 1};
    const auto apply = [](const ops::window& w, int channels, int width) {
        return helium_kernels::convolves_sixteens(w, dtype::i8, dtype::i8, channels, channels,
                                                  width);
    };
    CHECK(apply(one, 64, 5));
    CHECK(!apply(one, 64, 48));
    CHECK(apply(two, 64, 48));
    CHECK(!apply(two, 16, 5));
    CHECK(!apply(two, 40, 5));
    CHECK(!apply(large, 64, 5));
}

TEST_CASE("a part of a row wants no more working memory than the row") {
    constexpr ops::window windows[]{
        {3, 3, 1, 1, 1, 1}, {3, 3, 2, 2, 1, 1}, {5, 5, 1, 1, 1, 1}, {1, 7, 1, 2, 1, 3}};
    for (const ops::window& w : windows)
        for (const int channels : {3, 8, 9, 64})
            for (int width = 1; width <= 100; ++width) {
                const int most = helium_kernels::largest_scratch_bytes_of(
                    helium_kernels::plane_shape_of(w, width, channels), channels);
                for (int part = 1; part <= width; ++part)
                    CHECK(scratch_bytes_of(helium_kernels::plane_shape_of(w, part, channels)) <=
                          most);
            }
}
