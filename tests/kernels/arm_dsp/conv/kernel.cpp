// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/arm_dsp/conv/kernel.hpp>

#include <helpers/backend_windows.hpp>
#include <tigris/kernels/arm_dsp/facts.hpp>

#include <doctest/doctest.h>

TEST_CASE("convolutions") {
    tigris::test::check_convs<tigris::kernels::arm_dsp_tag, tigris::weight_order::arm_dsp_pairs>();
}

namespace {

/// As many pairs of elements as floating-point registers hold, two and three times as many, and
/// numbers between.
constexpr tigris::test::window_settings deep_windows[]{
    {.window{1, 1, 1, 1, 1, 1, 0, 0, 0, 0}, .channels_in = 64, .channels_out = 3},
    {.window{1, 1, 1, 1, 1, 1, 0, 0, 0, 0}, .channels_in = 70, .channels_out = 4},
    {.window{1, 1, 1, 1, 1, 1, 0, 0, 0, 0}, .channels_in = 128, .channels_out = 3},
    {.window{1, 1, 1, 1, 1, 1, 0, 0, 0, 0}, .channels_in = 192, .channels_out = 2},
    {.window{3, 3, 1, 1, 1, 1, 1, 1, 1, 1}, .channels_in = 16, .channels_out = 5},
};

}  // namespace

TEST_CASE("deep windows") {
    using namespace tigris;
    test::for_each_window<deep_windows>([]<test::window_settings S> {
        test::check_roundings<ops::conv, kernels::arm_dsp_tag, int8_t, S,
                              weight_order::arm_dsp_pairs>(24, 9);
    });
}

TEST_CASE("windows that lie in the image take memory for their pixels only") {
    using namespace tigris::kernels::arm_dsp_kernels;
    constexpr auto beside = [](int32_t span, const tigris::ops::window& w) {
        return bytes_beside_pixels(
            patch_shape_of(w.kernel_h, span, tigris::weight_order::arm_dsp_pairs), w);
    };
    constexpr tigris::ops::window pixel{1, 1, 1, 1, 1, 1, 0, 0, 0, 0};
    static_assert(beside(64, pixel) == 3);
    static_assert(beside(70, pixel) == 3 + 4 * 70);
    static_assert(beside(64, {1, 1, 1, 1, 1, 1, 0, 1, 0, 0}) == 3 + 4 * 64);
    static_assert(beside(48, {3, 3, 1, 1, 1, 1, 0, 0, 0, 0}) == 3);
    static_assert(beside(48, {3, 3, 1, 1, 1, 2, 0, 0, 0, 0}) == 3 + 4 * 48);
    CHECK(true);
}
