// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What rescaling means, written as plainly as possible and unlike the kernels.

#include <stdint.h>
#include <tigris/kernels/arithmetic/result_codes.hpp>

namespace tigris::test {

/// Whether `code` is the clamped integer nearest to zero_point + units. Exact ties may go either
/// way, and real numbers are not trusted beyond a millionth of a step.
constexpr bool is_nearest(int32_t code, double units, const kernels::result_codes& codes,
                          double tolerance = 1e-6) {
    const double ideal = units + codes.zero_point;
    if (code < codes.low || code > codes.high) return false;
    if (ideal <= codes.low) return code == codes.low || ideal > codes.low - 0.5;
    if (ideal >= codes.high) return code == codes.high;
    const double error = code > ideal ? code - ideal : ideal - code;
    return error <= 0.5 + tolerance;
}

constexpr int32_t clamp_to(int64_t code, const kernels::result_codes& codes) {
    if (code < codes.low) return codes.low;
    return code > codes.high ? codes.high : int32_t(code);
}

#ifdef __SIZEOF_INT128__  // small cores have none
/// gemmlowp's two roundings as their authors put them: a nudge and a division that truncates, then
/// a division by a power of two, halves away from zero.
constexpr int64_t tflite_scaled(int64_t x, fixed_multiplier m) {
#ifdef __SIZEOF_INT128__
    __extension__ using wide = __int128;
#else
    using wide = int64_t;  // enough where |x| < 2^31 and the shift is not to the left
#endif
    const wide product = (m.shift > 0 ? wide(x) << m.shift : wide(x)) * m.multiplier;
    const wide nudge = product >= 0 ? wide(1) << 30 : 1 - (wide(1) << 30);
    const int64_t high = int64_t((product + nudge) / (wide(1) << 31));
    if (m.shift >= 0) return high;
    const int64_t magnitude = high < 0 ? -high : high;
    const int64_t rounded = (magnitude + (int64_t(1) << (-m.shift - 1))) / (int64_t(1) << -m.shift);
    return high < 0 ? -rounded : rounded;
}

/// TFLite's rule for sums of 64 bits: 15 bits of the multiplier, and one rounding, halves up.
constexpr int64_t tflite_wide_scaled(int64_t x, fixed_multiplier m) {
    __extension__ using wide = __int128;
    const int64_t rounded = (int64_t(m.multiplier) + 32768) / 65536;
    const wide divisor = wide(1) << (15 - m.shift);
    const wide twice = 2 * wide(x) * (rounded > 32767 ? 32767 : rounded) + divisor;
    const wide quotient = twice / (2 * divisor);
    return int64_t(quotient - (twice < 0 && quotient * 2 * divisor != twice));
}
#endif

/// The real number that a multiplier stands for.
constexpr double real_of(fixed_multiplier m) {
    double real = m.multiplier;
    for (int bits = 31; bits > m.shift; --bits) real /= 2;
    return real;
}

}  // namespace tigris::test
