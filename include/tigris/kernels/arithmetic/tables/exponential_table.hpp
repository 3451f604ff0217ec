// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Exponentials of all differences of 8-bit codes, computed once for each scale.

#include <tigris/kernels/arithmetic/functions/tflite.hpp>
#include <tigris/support/math.hpp>

namespace tigris::kernels {

/// of[d] stands for e^(-d * scale), at 2^31 for 1.
struct exponential_table {
    uint32_t of[256]{};
};

constexpr exponential_table nearest_exponentials(double scale) {
    exponential_table table;
    for (int d = 0; d < 256; ++d) table.of[d] = uint32_t(exp(-d * scale) * 2147483648.0 + 0.5);
    return table;
}

/// How TFLite's softmax brings differences of codes to Q5.26. Differences below -31 count as
/// nothing.
struct tflite_differences {
    int32_t multiplier = 0;
    int8_t left = 0;

    constexpr int32_t in_q26(int32_t distance) const {
        return doubling_high_product(shift_left_saturated(-distance, left), multiplier);
    }
    constexpr int32_t largest() const { return int32_t((int64_t(31) << 26) >> left); }
};

constexpr tflite_differences tflite_differences_of(double scale) {
    const double in_q26 = scale * (1 << 26);
    const fixed_multiplier m = quantized_multiplier(in_q26 < INT32_MAX ? in_q26 : INT32_MAX);
    return {m.multiplier, m.shift > 0 ? m.shift : int8_t(0)};
}

/// Source: TFLite, SOFTMAX.
constexpr uint32_t tflite_exponential_of(const tflite_differences& differences, int32_t distance) {
    if (distance > differences.largest()) return 0;
    return uint32_t(tflite_exponential(differences.in_q26(distance)));
}

constexpr exponential_table tflite_exponentials(double scale) {
    const tflite_differences differences = tflite_differences_of(scale);
    exponential_table table;
    for (int d = 0; d < 256; ++d) table.of[d] = tflite_exponential_of(differences, d);
    return table;
}

template <rounding Rounds, uint32_t ScaleBits>
inline constexpr exponential_table exponentials_of =
    Rounds == rounding::nearest ? nearest_exponentials(double(__builtin_bit_cast(float, ScaleBits)))
                                : tflite_exponentials(double(__builtin_bit_cast(float, ScaleBits)));

/// The exponentials of exponentials_of, computed one by one: a fifth of the table's kilobyte, and
/// no real numbers.
template <uint32_t ScaleBits>
struct computed_exponentials {
    [[gnu::noinline]] static constexpr uint32_t at(int32_t distance) {
        constexpr tflite_differences differences =
            tflite_differences_of(double(__builtin_bit_cast(float, ScaleBits)));
        return tflite_exponential_of(differences, distance);
    }
};
template <rounding Rounds, uint32_t ScaleBits>
struct tabled_exponentials {
    static constexpr uint32_t at(int32_t distance) {
        return exponentials_of<Rounds, ScaleBits>.of[distance];
    }
};

}  // namespace tigris::kernels
