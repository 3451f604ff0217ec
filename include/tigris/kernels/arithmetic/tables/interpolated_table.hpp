// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// TFLite's tables of functions of 16-bit codes: one entry for 128 codes, straight lines between.

#include <stdint.h>
#include <tigris/support/math.hpp>

namespace tigris::kernels {

/// of[i] is the function's code near input code 128 * i - 32768. Source: TFLite, LUTLookup.
struct interpolated_table {
    int16_t of[513]{};

    constexpr int16_t operator()(int32_t code) const {
        const int32_t index = 256 + (code >> 7), offset = code & 127;
        const int32_t slope = of[index + 1] - of[index];
        return int16_t(of[index] + ((slope * offset + 64) >> 7));
    }
};

/// Halves away from zero; |x| < 2^23.
constexpr float round_away_from_zero(float x) {
    const float magnitude = x < 0 ? -x : x, down = float(int32_t(magnitude));
    const float rounded = magnitude - down >= 0.5f ? down + 1 : down;
    return x < 0 ? -rounded : rounded;
}

constexpr int16_t saturated_to_16(float x) {
    return int16_t(x < INT16_MIN ? INT16_MIN : x > INT16_MAX ? INT16_MAX : x);
}

/// The table of `f` from `low` to `high`, for results from -1 to 1; what the lines are too high in
/// their middles is halved. All in single precision. Source: TFLite, LUTPopulate.
template <class Function>
constexpr interpolated_table interpolated(float low, float high, Function f) {
    constexpr float unit = 2.0f / 65535;
    constexpr float units_of_one = 65536.0f / (unit * 32767 - unit * -32768);
    const auto units = [&](float x) { return f(x) * units_of_one; };
    const float step = (high - low) / 512, half_step = step / 2;
    interpolated_table table;
    for (int i = 0; i < 512; ++i) {
        const float x = low + float(i) * step;
        const float at = round_away_from_zero(units(x));
        const float line = round_away_from_zero((units(low + float(i + 1) * step) + at) / 2);
        const float excess = line - round_away_from_zero(units(x + half_step));
        table.of[i] = saturated_to_16(at - round_away_from_zero(excess / 2));
    }
    table.of[512] = saturated_to_16(round_away_from_zero(units(high)));
    return table;
}

/// e^x from -10 to 0, and 1 / (1 + x) from 0 to 1. Source: TFLite, SOFTMAX of int16. Code must be
/// a template parameter where they are read: compilers compute tables of other types at once.
template <class Code>
inline constexpr interpolated_table tflite_exponential_table = interpolated(
    10.0f / 65535 * -65535, 10.0f / 65535 * 0, [](float x) { return float(exp(double(x))); });
template <class Code>
inline constexpr interpolated_table tflite_reciprocal_table =
    interpolated(1.0f / 65535 * 0, 1.0f / 65535 * 65535, [](float x) { return 1 / (1 + x); });

}  // namespace tigris::kernels
