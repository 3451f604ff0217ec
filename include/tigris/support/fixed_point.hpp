// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Real multipliers as 32-bit integers and shifts, for cores without floating point.

#include <stdint.h>

namespace tigris {

/// Stands for multiplier * 2^(shift - 31). `multiplier` is 0 or in [2^30, 2^31).
struct fixed_multiplier {
    int32_t multiplier = 0;
    int8_t shift = 0;

    friend constexpr bool operator==(const fixed_multiplier&, const fixed_multiplier&) = default;
};

/// The nearest fixed_multiplier of a real number >= 0. Below 2^-32 it is 0, because no 32-bit
/// accumulator reaches one half then; from 2^30 on it saturates. Source: TFLite,
/// QuantizeMultiplier.
constexpr fixed_multiplier quantized_multiplier(double real) {
    if (!(real > 0)) return {};
    int shift = 0;
    for (; real >= 1 && shift <= 31; ++shift) real *= 0.5;
    for (; real < 0.5 && shift >= -31; --shift) real *= 2;
    if (shift > 30) return {INT32_MAX, 30};
    int64_t fraction = int64_t(real * 2147483648.0 + 0.5);
    if (fraction == int64_t(1) << 31) fraction /= 2, ++shift;
    if (shift > 30) return {INT32_MAX, 30};
    if (shift < -31) return {};
    return {int32_t(fraction), int8_t(shift)};
}

}  // namespace tigris
