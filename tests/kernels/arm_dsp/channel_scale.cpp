// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/arm_dsp/channel_scale.hpp>

#include <helpers/adversarial_scales.hpp>
#include <helpers/short_scales.hpp>
#include <tigris/kernels/arm_dsp/conv/kernel.hpp>
#include <tigris/kernels/arm_dsp/depthwise_conv/kernel.hpp>
#include <tigris/kernels/arm_dsp/facts.hpp>
#include <tigris/kernels/arm_dsp/gemm/kernel.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::test;

namespace {

/// A layer of one output whose sums are of four products.
struct small_layer {
    int32_t bias = 7, multiplier = 1 << 30;
    int8_t shift = -5;

    template <rounding R>
    bool is_short(int32_t products = 4) const {
        const kernels::epilogue<int8_t> e{
            .bias = &bias, .multipliers = &multiplier, .shifts = &shift};
        return kernels::arm_dsp_kernels::are_short<R>(e, 1, true, products);
    }
};

/// Of sums that a short scale allows, with a zero point.
template <rounding R>
int wrong_short_scales(int lowest_shift, int highest_shift) {
    using namespace tigris::kernels;
    constexpr int16_t zero_point = -77;
    int wrong = 0;
    each_adversarial(
        lowest_shift, highest_shift, (1 << 30) - 1, [&](int64_t x, fixed_multiplier m) {
            const int32_t bias = 0, sum = int32_t(x);
            const epilogue<int8_t> e{.bias = &bias,
                                     .multipliers = &m.multiplier,
                                     .shifts = &m.shift,
                                     .codes = {zero_point, INT8_MIN, INT8_MAX}};
            const auto scale = arm_dsp_kernels::scale_reader<finish_key{.rounds = R}>(e, 1)(0);
            if (scale.is_short() && m.multiplier)
                wrong +=
                    arm_dsp_kernels::rescaled<arm_dsp_kernels::short_rescaling_of({.rounds = R})>(
                        sum, scale) != requantize<R>(sum, m) + zero_point;
        });
    return wrong;
}

constexpr kernels::finish_key small_shifts{.rounds = rounding::tflite, .small_shifts = true};

/// Whether a small shift makes of a sum what it should.
template <int16_t ZeroPoint>
bool is_rounded_at_once(int32_t sum, fixed_multiplier m) {
    using namespace tigris::kernels;
    const int32_t bias = 0;
    const epilogue<int8_t> e{.bias = &bias,
                             .multipliers = &m.multiplier,
                             .shifts = &m.shift,
                             .codes = {ZeroPoint, INT8_MIN, INT8_MAX}};
    const auto scale = arm_dsp_kernels::scale_reader<small_shifts>(e, 1)(0);
    const int64_t code = requantize<rounding::tflite>(sum, m) + ZeroPoint;
    return arm_dsp_kernels::finish_short<arm_dsp_kernels::short_rescaling_of(small_shifts)>(
               sum, scale) == (code < -128  ? -128
                               : code > 127 ? 127
                                            : code);
}

/// Of all sums around those of which a half is left, up to where all codes are saturated.
template <int16_t ZeroPoint>
int wrong_halves(int right) {
    int wrong = 0;
    for (int code = -258; code <= 258; ++code)
        for (int near = -2; near <= 2; ++near) {
            const int32_t twice = (2 * code + 1) * (1 << right) + near;
            wrong += !is_rounded_at_once<ZeroPoint>(twice, {1 << 30, int8_t(-right)});
        }
    return wrong;
}

}  // namespace

TEST_CASE("small shifts round every half, whatever the zero point") {
    for (int right = 2; right <= 12; ++right) {
        CAPTURE(right);
        CHECK(wrong_halves<-128>(right) == 0);
        CHECK(wrong_halves<3>(right) == 0);
        CHECK(wrong_halves<127>(right) == 0);
    }
    CHECK(wrong_halves<127>(13) > 0);
}

TEST_CASE("small shifts round and saturate as requantize does") {
    int wrong = 0;
    each_adversarial(-12, -2, (1 << 30) - 1, [&](int64_t x, fixed_multiplier m) {
        if (m.multiplier) wrong += !is_rounded_at_once<-77>(int32_t(x), m);
    });
    CHECK(wrong == 0);
}

TEST_CASE("short scales round ends and halves as requantize does") {
    CHECK(wrong_short_scales<rounding::nearest>(-23, -2) == 0);
    CHECK(wrong_short_scales<rounding::tflite>(-22, -1) == 0);
}

TEST_CASE("scales are short between two shifts") {
    CHECK(small_layer{.shift = -1}.is_short<rounding::tflite>());
    CHECK(small_layer{.shift = -22}.is_short<rounding::tflite>());
    CHECK(!small_layer{.shift = 0}.is_short<rounding::tflite>());
    CHECK(!small_layer{.shift = -23}.is_short<rounding::tflite>());
    CHECK(small_layer{.shift = -2}.is_short<rounding::nearest>());
    CHECK(small_layer{.shift = -23}.is_short<rounding::nearest>());
    CHECK(!small_layer{.shift = -1}.is_short<rounding::nearest>());
    CHECK(!small_layer{.shift = -24}.is_short<rounding::nearest>());
}

TEST_CASE("of multipliers that vanish only one rounding's are short") {
    CHECK(small_layer{.multiplier = 0}.is_short<rounding::nearest>());
    CHECK(!small_layer{.multiplier = 0}.is_short<rounding::tflite>());
}

TEST_CASE("biases and products stay below 2^30") {
    constexpr int32_t most = (1 << 30) - 1 - 4 * 128 * 128;
    CHECK(small_layer{.bias = most}.is_short<rounding::tflite>());
    CHECK(small_layer{.bias = -most}.is_short<rounding::tflite>());
    CHECK(!small_layer{.bias = most + 1}.is_short<rounding::tflite>());
    CHECK(!small_layer{.bias = -most - 1}.is_short<rounding::tflite>());
    CHECK(!small_layer{}.is_short<rounding::tflite>(1 << 16));
}

TEST_CASE("convolutions by code for short scales") {
    constexpr window_settings window{.window = {.kernel_h = 3,
                                                .kernel_w = 3,
                                                .stride_w = 2,
                                                .pad_top = 1,
                                                .pad_left = 1,
                                                .pad_bottom = 1,
                                                .pad_right = 1}};
    constexpr window_settings pixel{.per_channel = false};
    constexpr window_settings dilated{.window{3, 3, 1, 1, 2, 2, 2, 3, 2, 1}};
    constexpr window_settings wide{.window{1, 5, 1, 2, 1, 1, 0, 6, 0, 2}};
    check_short_convolutions<kernels::arm_dsp_tag, ops::conv, window, weight_order::canonical,
                             false>();
    check_short_convolutions<kernels::arm_dsp_tag, ops::conv, window, weight_order::arm_dsp_pairs,
                             true>();
    check_short_convolutions<kernels::arm_dsp_tag, ops::conv, pixel, weight_order::arm_dsp_pairs,
                             true>();
    check_short_convolutions<kernels::arm_dsp_tag, ops::conv, pixel, weight_order::canonical,
                             true>();
    check_short_convolutions<kernels::arm_dsp_tag, ops::conv, window, weight_order::canonical,
                             true>();
    check_short_convolutions<kernels::arm_dsp_tag, ops::conv, dilated, weight_order::arm_dsp_pairs,
                             true>();
    check_short_convolutions<kernels::arm_dsp_tag, ops::conv, wide, weight_order::arm_dsp_pairs,
                             true>();
}

TEST_CASE("depthwise convolutions by code for short scales") {
    constexpr window_settings three{.window = {.kernel_h = 3,
                                               .kernel_w = 3,
                                               .pad_top = 1,
                                               .pad_left = 1,
                                               .pad_bottom = 1,
                                               .pad_right = 1},
                                    .channels_in = 9};
    constexpr window_settings strided{
        .window = {.kernel_h = 3, .kernel_w = 3, .stride_h = 2, .stride_w = 2}, .channels_in = 8};
    constexpr window_settings five{.window = {.kernel_h = 5, .kernel_w = 5, .pad_top = 2},
                                   .channels_in = 6};
    check_short_convolutions<kernels::arm_dsp_tag, ops::depthwise_conv, three,
                             weight_order::canonical, false>();
    check_short_convolutions<kernels::arm_dsp_tag, ops::depthwise_conv, three,
                             weight_order::canonical, true>();
    check_short_convolutions<kernels::arm_dsp_tag, ops::depthwise_conv, strided,
                             weight_order::canonical, true>();
    check_short_convolutions<kernels::arm_dsp_tag, ops::depthwise_conv, five,
                             weight_order::canonical, true>();
}

TEST_CASE("fully connected layers by code for short scales") {
    check_short_vectors<kernels::arm_dsp_tag, weight_order::canonical, false>();
    check_short_vectors<kernels::arm_dsp_tag, weight_order::canonical, true>();
    check_short_vectors<kernels::arm_dsp_tag, weight_order::arm_dsp_fours, false>();
    check_short_vectors<kernels::arm_dsp_tag, weight_order::arm_dsp_fours, true>();
    check_short_vectors<kernels::arm_dsp_tag, weight_order::arm_dsp_fours, true, 3>();
}
