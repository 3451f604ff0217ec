// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Elementary functions that are constant expressions in every compiler; std's are not.

#include <stdint.h>

namespace tigris {

/// The largest integer of at most a / b, for b > 0.
constexpr int32_t floor_divide(int32_t a, int32_t b) {
    if (b == 1) return a;
    return a >= 0 ? a / b : -((b - 1 - a) / b);
}

/// The nearest integer as a float, halves to even. Exact for every float; NaN stays NaN.
constexpr float round_half_even(float x) {
    if (!(x > -8388608.0f && x < 8388608.0f)) return x;  // no fraction bits beyond 2^23
    const int32_t down = int32_t(x) - (x < float(int32_t(x)) ? 1 : 0);
    const float rest = x - float(down);
    const bool up = rest > 0.5f || (rest == 0.5f && (down & 1));
    return float(up ? down + 1 : down);
}

/// 2^k for -1022 <= k <= 1023.
constexpr double power_of_two(int k) {
    double result = 1, base = k < 0 ? 0.5 : 2.0;
    for (unsigned n = unsigned(k < 0 ? -k : k); n; n >>= 1, base *= base)
        if (n & 1) result *= base;
    return result;
}

/// e^x to 1 unit in the last place: x = k ln 2 + r, |r| <= ln 2 / 2, and a Taylor polynomial of r.
constexpr double exp(double x) {
    if (x != x) return x;
    if (x > 709) return __builtin_huge_val();
    if (x < -708) return 0;
    const double turns = x * 1.4426950408889634;
    const int k = int(turns + (turns < 0 ? -0.5 : 0.5));
    const double r = (x - k * 0.693147180369123816490) - k * 1.90821492927058770002e-10;
    double sum = 1;
    for (int n = 14; n > 0; --n) sum = 1 + r * sum / n;
    return sum * power_of_two(k);
}

/// 2^k for -126 <= k <= 127.
constexpr float float_power_of_two(int k) {
    return __builtin_bit_cast(float, uint32_t(k + 127) << 23);
}

/// (e^r - 1) / r for |r| <= ln 2 / 2: a Taylor polynomial.
constexpr float exponential_slope(float r) {
    float sum = 1;
    for (int n = 8; n > 1; --n) sum = 1 + r * sum / float(n);
    return sum;
}

/// e^x in single precision only, for cores without double. The relative error is below 2e-7.
/// Results below 2^-126 have a rounding error of their own. 2^k is a product of two factors,
/// because 2^128, and powers below 2^-126, are not normal floats.
constexpr float exp(float x) {
    if (x != x) return x;
    if (x > 88.72283f) return __builtin_huge_valf();
    if (x < -103.972077f) return 0;
    const float turns = x * 1.44269504f;
    const int k = int(turns + (turns < 0 ? -0.5f : 0.5f)), half = k / 2;
    const float r = (x - float(k) * 0.693359375f) + float(k) * 2.12194440e-4f;
    const float power = 1 + r * exponential_slope(r);
    return power * float_power_of_two(half) * float_power_of_two(k - half);
}

/// Natural logarithm of a normal float: 2 artanh((m - 1) / (m + 1)) + k ln 2 with x = m 2^k.
constexpr float log_of_normal(float x) {
    const uint32_t bits = __builtin_bit_cast(uint32_t, x);
    int k = int(bits >> 23) - 127;
    float m = __builtin_bit_cast(float, (bits & 0x7fffffu) | 0x3f800000u);
    if (m > 1.41421356f) m *= 0.5f, ++k;
    const float t = (m - 1) / (m + 1), t2 = t * t;
    const float series = 1 + t2 * (1 / 3.0f + t2 * (0.2f + t2 * (1 / 7.0f + t2 / 9)));
    return 2 * t * series + float(k) * 0.693147181f;
}

/// Natural logarithm of every float: -infinity of 0, NaN of negative numbers.
constexpr float log(float x) {
    if (!(x > 0)) return x == 0 ? -__builtin_huge_valf() : __builtin_nanf("");
    if (x > 3.4028234e38f) return x;
    if (x < 1.17549435e-38f) return log_of_normal(x * 16777216.0f) - 16.6355323f;
    return log_of_normal(x);
}

}  // namespace tigris
