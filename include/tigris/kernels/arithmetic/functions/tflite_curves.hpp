// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// HARD_SWISH and LOGISTIC of 8-bit codes as TFLite Micro computes them in integers.

#include <tigris/kernels/arithmetic/functions/tflite.hpp>
#include <tigris/kernels/arithmetic/result_codes.hpp>

namespace tigris::kernels {

/// a * b * 2^-15, halves away from zero; not both -2^15. Source: gemmlowp,
/// SaturatingRoundingDoublingHighMul of 16 bits.
constexpr int32_t high_product_16(int32_t a, int32_t b) {
    const int32_t product = a * b;
    return (product + (product >= 0 ? 1 << 14 : 1 - (1 << 14))) / (1 << 15);
}

constexpr int32_t shift_left_saturated_16(int32_t x, int bits) {
    const int64_t wide = int64_t(x) * (int64_t(1) << bits);
    return int32_t(wide < INT16_MIN ? INT16_MIN : wide > INT16_MAX ? INT16_MAX : wide);
}

/// A multiplier of 16 bits: it stands for multiplier * 2^(shift - 15).
struct multiplier16 {
    int16_t multiplier = 0;
    int8_t shift = 0;
};

constexpr multiplier16 multiplier16_of(float real) {
    const fixed_multiplier m = quantized_multiplier(double(real));
    const bool saturates = m.multiplier >= INT32_MAX - (1 << 15);
    return {int16_t(saturates ? INT16_MAX : (m.multiplier + (1 << 15)) >> 16), m.shift};
}

/// Source: TFLite, HARD_SWISH. Inputs are taken 128-fold; `result` brings them to the output's
/// scale, `unit_range` makes [-3, 3] to [-1, 1] in Q0.15.
struct tflite_hard_swish {
    multiplier16 result{};
    multiplier16 unit_range{};

    constexpr tflite_hard_swish(float scale_in, float scale_out) {
        const float fine = (1.0f / 128.0f) * scale_in;
        result = multiplier16_of(fine / scale_out);
        unit_range = multiplier16_of(fine / (3.0f / 32768.0f));
    }

    /// TFLite refuses outputs finer than 1/128 of the input, and 16 bits end at 2^-15.
    constexpr bool is_defined() const {
        return result.shift <= 0 && result.shift >= -15 && unit_range.shift >= -15;
    }

    /// The slope in Q0.15, from 0 to 1, at `fine` units.
    constexpr int32_t slope(int32_t fine) const {
        const int left = unit_range.shift;
        int32_t x = left > 0 ? shift_left_saturated_16(fine, left - 1) : fine;
        x = high_product_16(x, unit_range.multiplier);
        x = left > 0 ? shift_left_saturated_16(x, 1) : shift_away_from_zero(x, -left);
        return (x + (1 << 15)) >> 1;
    }

    /// Units of the output from units of the input.
    constexpr int32_t operator()(int32_t units) const {
        const int32_t fine = units * 128;
        const int32_t product = slope(fine) * high_product_16(fine, result.multiplier);
        return shift_away_from_zero(product / (1 << 15), -result.shift);
    }
};

/// Source: TFLite, LOGISTIC. Results in 1/256, inputs brought to Q4.27; beyond 15 they saturate.
struct tflite_sigmoid {
    fixed_multiplier in_q27{};
    int32_t radius = 0;

    constexpr explicit tflite_sigmoid(float scale_in)
        : in_q27(quantized_multiplier(double(scale_in) * (1 << 27))) {
        if (is_defined()) radius = int32_t((int64_t(15) << 27) >> in_q27.shift);
    }

    constexpr bool is_defined() const { return in_q27.shift >= 0 && in_q27.shift < 30; }

    constexpr int32_t operator()(int32_t units) const {
        if (units <= -radius) return 0;
        if (units >= radius) return 255;
        const int32_t x = int32_t(requantize<rounding::tflite>(units, in_q27));
        return shift_away_from_zero(tflite_logistic(x), 23);
    }
};

}  // namespace tigris::kernels
