// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Integers rescaled by real numbers, under both rounding rules (docs/reference/quantization.md).

#include <tigris/model/quantization.hpp>
#include <tigris/support/fixed_point.hpp>

namespace tigris::kernels {

constexpr int32_t saturated(int64_t x) {
    if (x == int32_t(x)) return int32_t(x);
    return x < 0 ? INT32_MIN : INT32_MAX;
}

/// Biases of dead channels are saturated, so that adding to them may overflow.
constexpr int32_t add_saturated(int32_t a, int32_t b) {
    int32_t sum = 0;
    if (!__builtin_add_overflow(a, b, &sum)) return sum;
    return a < 0 ? INT32_MIN : INT32_MAX;
}

/// a * b * 2^-31, halves up; not both -2^31. Source: gemmlowp, SaturatingRoundingDoublingHighMul.
constexpr int32_t doubling_high_product(int32_t a, int32_t b) {
    return int32_t((int64_t(a) * b + (int64_t(1) << 30)) >> 31);
}

/// x * 2^-bits, halves away from zero; 0 <= bits <= 31. Source: gemmlowp, RoundingDivideByPOT.
constexpr int32_t shift_away_from_zero(int32_t x, int bits) {
    const int32_t mask = int32_t((uint32_t(1) << bits) - 1);
    const int32_t threshold = (mask >> 1) + (x < 0 ? 1 : 0);
    return (x >> bits) + ((x & mask) > threshold ? 1 : 0);
}

/// x * m, rounded. nearest: once, halves up; any x and m. tflite: twice; where x * 2^shift leaves
/// 32 bits it saturates. Source: TFLite, MultiplyByQuantizedMultiplier.
template <rounding Rounds>
constexpr int64_t requantize(int32_t x, fixed_multiplier m) {
    if constexpr (Rounds == rounding::nearest) {
        const int bits = 31 - m.shift;  // 1 .. 62
        return (((int64_t(x) * m.multiplier) >> (bits - 1)) + 1) >> 1;
    } else {
        const int left = m.shift > 0 ? m.shift : 0;
        const int32_t scaled = left ? saturated(int64_t(x) * (int64_t(1) << left)) : x;
        return shift_away_from_zero(doubling_high_product(scaled, m.multiplier), left - m.shift);
    }
}

/// x * m, rounded, for a sum of 64 bits, |x| < 2^47, and results of 16 bits. nearest: rounded once.
/// tflite: once, with a multiplier of 16 bits; from 2^14 on, which TFLite does not define, as
/// nearest. Source: TFLite, MultiplyByQuantizedMultiplier(int64_t, ...).
template <rounding Rounds>
constexpr int64_t requantize_wide(int64_t x, fixed_multiplier m) {
    if (m.shift > 14)  // what does not fit into 32 bits is far out of range
        return requantize<rounding::nearest>(saturated(x), m);
    if constexpr (Rounds == rounding::tflite) {
        const int32_t reduced =
            m.multiplier < 0x7FFF0000 ? (m.multiplier + (1 << 15)) >> 16 : 0x7FFF;
        return (((x * reduced) >> (14 - m.shift)) + 1) >> 1;
    } else {
        const int64_t high = (x >> 16) * m.multiplier, low = (x & 0xFFFF) * m.multiplier;
        return (((high + (low >> 16)) >> (14 - m.shift)) + 1) >> 1;
    }
}

/// Whether rescaling by m changes nothing.
constexpr bool is_one(fixed_multiplier m) { return m.multiplier == 1 << 30 && m.shift == 1; }

}  // namespace tigris::kernels
