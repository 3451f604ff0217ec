// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <helpers/short_scales.hpp>
#include <tigris/kernels/helium/conv/kernel.hpp>
#include <tigris/kernels/helium/depthwise_conv/kernel.hpp>
#include <tigris/kernels/helium/facts.hpp>
#include <tigris/kernels/helium/gemm/kernel.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::test;

namespace {

/// Whether a layer with one scale has short ones.
bool is_short(int8_t shift, rounding rounds, int32_t multiplier = 1 << 30) {
    node_case n;
    n.add_input({.type = dtype::i8, .dims = {2, {1, 4}}});
    weighted_constants<4, 1> c{};
    c.multipliers[0] = multiplier;
    c.shifts[0] = shift;
    add_constants<int8_t>(n, c, {2, {1, 4}}, 1, false);
    const ops::gemm op{};
    set_output_of(n, op, dtype::i8, {});
    return has_short_scales(kernels::helium_tag{}, op, n.all(), n.weights(), rounds);
}

template <rounding R>
int32_t times_zero(int32_t sum, int8_t shift) {
    using namespace kernels::helium_kernels;
    const lane_scales scales{words{}, words{}, all_words(shift + left_by_product(R))};
    return rescaled<R>(all_words(sum), scales)[0];
}

}  // namespace

TEST_CASE("a multiplier of 0 leaves nothing, whatever its shift") {
    constexpr int32_t sums[]{INT32_MIN, -(1 << 30), -1, 0, 1, 1 << 30, INT32_MAX};
    for (int shift = -40; shift <= 31; ++shift)
        for (const int32_t sum : sums) {
            CHECK(times_zero<rounding::nearest>(sum, int8_t(shift)) == 0);
            CHECK(times_zero<rounding::tflite>(sum, int8_t(shift)) == 0);
        }
}

TEST_CASE("scales are short that only shift to the right") {
    CHECK(is_short(-1, rounding::tflite));
    CHECK(!is_short(0, rounding::tflite));
    CHECK(is_short(-2, rounding::nearest));
    CHECK(!is_short(-1, rounding::nearest));
    CHECK(is_short(31, rounding::tflite, 0));
    CHECK(is_short(31, rounding::nearest, 0));
}

TEST_CASE("layers by code for short scales") {
    using tag = kernels::helium_tag;
    constexpr window_settings window{.window{3, 3, 1, 2, 1, 1, 1, 1, 1, 1}};
    constexpr window_settings pixel{.per_channel = false};
    constexpr window_settings five{.window{5, 5, 1, 1, 1, 1, 2, 0, 0, 0}, .channels_in = 6};
    constexpr window_settings many{
        .window{3, 3, 1, 1, 1, 1, 1, 1, 1, 1}, .channels_in = 32, .channels_out = 32};
    check_short_convolutions<tag, ops::conv, window, weight_order::canonical, false>();
    check_short_convolutions<tag, ops::conv, window, weight_order::helium_fours, false>();
    check_short_convolutions<tag, ops::conv, pixel, weight_order::helium_fours, true>();
    check_short_convolutions<tag, ops::depthwise_conv, window, weight_order::canonical, false>();
    check_short_convolutions<tag, ops::depthwise_conv, five, weight_order::canonical, true>();
    check_short_convolutions<tag, ops::depthwise_conv, many, weight_order::helium_sixteens,
                             false>();
    check_short_vectors<tag, weight_order::canonical, false>();
    check_short_vectors<tag, weight_order::helium_fours, false>();
    check_short_vectors<tag, weight_order::helium_fours, true, 3>();
}
