// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Elementary functions of doubles as constant expressions, for tables and for constant evaluation.
// Relative errors stay below 1e-12, arguments are doubles in the range of float.

#include <tigris/support/math.hpp>

namespace tigris {

inline constexpr double pi = 3.141592653589793;
inline constexpr double huge = __builtin_huge_val();

constexpr bool is_nan(double x) { return x != x; }
constexpr bool is_infinite(double x) { return x == huge || x == -huge; }
constexpr double not_a_number() { return __builtin_nan(""); }
constexpr double magnitude(double x) { return __builtin_fabs(x); }
constexpr bool is_negative(double x) { return __builtin_copysign(1.0, x) < 0; }

/// Integers toward minus infinity. Exact for every double.
constexpr double floor(double x) {
    if (!(magnitude(x) < 4503599627370496.0)) return x;  // no fraction bits beyond 2^52
    const double whole = double(int64_t(x));
    if (whole == x) return x;  // -0, too
    return whole > x ? whole - 1 : whole;
}
constexpr double ceil(double x) { return -floor(-x); }

/// Halves to even.
constexpr double round_half_even(double x) {
    if (!(magnitude(x) < 4503599627370496.0)) return x;
    const double down = floor(x), rest = x - down;
    const bool up = rest > 0.5 || (rest == 0.5 && (int64_t(down) & 1));
    return __builtin_copysign(up ? down + 1 : down, x);
}

/// Newton's method, from a guess that halves the exponent.
constexpr double sqrt(double x) {
    if (!(x > 0) || is_infinite(x)) return x < 0 ? not_a_number() : x;
    double root = __builtin_bit_cast(
        double, (__builtin_bit_cast(uint64_t, x) >> 1) + (uint64_t(0x3ff) << 51));
    for (int i = 0; i < 6; ++i) root = 0.5 * (root + x / root);
    return root;
}

/// 2 artanh(t) for |t| <= 0.34.
constexpr double twice_artanh(double t) {
    double sum = 0;
    for (int n = 41; n > 0; n -= 2) sum = 1.0 / n + t * t * sum;
    return 2 * t * sum;
}

/// 2 artanh((m - 1) / (m + 1)) + k ln 2 with x = m 2^k.
constexpr double log(double x) {
    if (!(x > 0)) return x == 0 ? -huge : not_a_number();
    if (is_infinite(x)) return x;
    const uint64_t bits = __builtin_bit_cast(uint64_t, x);
    int k = int(bits >> 52) - 1023;
    double m = __builtin_bit_cast(double, (bits & 0xfffffffffffffu) | uint64_t(1023) << 52);
    if (m > 1.4142135623730951) m *= 0.5, ++k;
    return twice_artanh((m - 1) / (m + 1)) + k * 0.6931471805599453;
}

/// log(1 + x), exact near 0.
constexpr double log1p(double x) {
    return magnitude(x) < 0.5 ? twice_artanh(x / (2 + x)) : log(1 + x);
}

/// e^x - 1, exact near 0.
constexpr double expm1(double x) {
    if (!(magnitude(x) < 0.5)) return exp(x) - 1;
    double sum = 0;
    for (int n = 16; n > 0; --n) sum = x / n * (1 + sum);
    return sum;
}

constexpr double tanh(double x) {
    if (is_nan(x)) return x;
    const double e = expm1(-2 * magnitude(x));
    return __builtin_copysign(e / (e + 2), x);
}
constexpr double sinh(double x) {
    if (!(magnitude(x) < 700)) return x * huge;
    const double e = expm1(magnitude(x));
    return __builtin_copysign((e + e / (e + 1)) / 2, x);
}
constexpr double cosh(double x) {
    const double e = exp(magnitude(x));
    return is_nan(e) || is_infinite(e) ? e : (e + 1 / e) / 2;
}
constexpr double asinh(double x) {
    const double a = magnitude(x), square = a * a;
    if (!(a < 1e150)) return x;
    return __builtin_copysign(log1p(a + square / (1 + sqrt(1 + square))), x);
}
constexpr double acosh(double x) {
    if (!(x >= 1)) return not_a_number();
    const double t = x - 1;
    return is_infinite(x) ? x : log1p(t + sqrt(t * (t + 2)));
}
constexpr double atanh(double x) {
    const double a = magnitude(x);
    if (!(a < 1)) return a == 1 ? x * huge : not_a_number();
    return __builtin_copysign(log1p(2 * a / (1 - a)) / 2, x);
}

/// Reduced to |t| < tan(pi / 8), where the series converges fast.
constexpr double atan(double x) {
    if (is_nan(x)) return x;
    if (x < 0) return -atan(-x);
    if (x > 1) return is_infinite(x) ? pi / 2 : pi / 2 - atan(1 / x);
    const bool near_one = x > 0.4142135623730950;
    const double t = near_one ? (x - 1) / (x + 1) : x;
    double sum = 0;
    for (int n = 41; n > 0; n -= 2) sum = 1.0 / n - t * t * sum;
    return near_one ? pi / 4 + t * sum : t * sum;
}
constexpr double asin(double x) {
    if (!(magnitude(x) <= 1)) return not_a_number();
    return magnitude(x) == 1 ? x * pi / 2 : atan(x / sqrt((1 - x) * (1 + x)));
}
constexpr double acos(double x) {
    if (!(magnitude(x) <= 1)) return not_a_number();
    return x == -1 ? pi : 2 * atan(sqrt((1 - x) / (1 + x)));
}

/// x = quadrant * pi / 2 + rest, |rest| <= pi / 4, the quadrant counted modulo 4.
struct quarter_turns {
    int quadrant = 0;
    double rest = 0;
};

/// The quadrant and the rest of a large x = m 2^e; m has 24 bits. m is multiplied by 192 bits of 2
/// / pi. Multiples of 4 and bits below 2^-62 are dropped. Source: Payne and Hanek, 1983.
constexpr quarter_turns quarters_of_large(double x) {
    constexpr uint32_t two_over_pi[]{0xa2f9836e, 0x4e441529, 0xfc2757d1,
                                     0xf534ddc0, 0xdb629599, 0x3c439041};
    const uint64_t bits = __builtin_bit_cast(uint64_t, x);
    const int exponent = int(bits >> 52 & 0x7ff) - 1023 - 23;
    const uint64_t m = (bits & 0xfffffffffffffu) >> 29 | uint64_t(1) << 23;
    uint64_t turns = 0;  // 2^62 are a quarter
    for (int i = 0; i < 6; ++i) {
        const uint64_t product = m * two_over_pi[i];
        const int shift = exponent - 32 * (i + 1) + 62;
        if (shift > -64 && shift < 64) turns += shift < 0 ? product >> -shift : product << shift;
    }
    const uint64_t nearest = (turns + (uint64_t(1) << 61)) >> 62;
    return {int(nearest & 3), double(int64_t(turns - (nearest << 62))) * (pi / 2) * 0x1p-62};
}

/// Requires x >= 0, a float's value. Source of the two parts of pi / 2: fdlibm, e_rem_pio2.c.
constexpr quarter_turns quarters_in(double x) {
    if (x > 800000) return quarters_of_large(x);
    const double nearest = round_half_even(x * (2 / pi));
    const double rest =
        (x - nearest * 1.57079632673412561417e+00) - nearest * 6.07710050650619224932e-11;
    return {int(int64_t(nearest) & 3), rest};
}

/// For |x| <= pi / 4.
constexpr double sine_series(double x) {
    double sum = 0;
    for (int n = 20; n > 0; n -= 2) sum = x * x / (n * (n + 1)) * (1 - sum);
    return x * (1 - sum);
}
constexpr double cosine_series(double x) {
    double sum = 0;
    for (int n = 19; n > 0; n -= 2) sum = x * x / (n * (n + 1)) * (1 - sum);
    return 1 - sum;
}

/// sin(x + quadrants * pi / 2) for x >= 0.
constexpr double sine_from(double x, int quadrants) {
    const quarter_turns q = quarters_in(x);
    const int quadrant = (q.quadrant + quadrants) & 3;
    const double y = quadrant & 1 ? cosine_series(q.rest) : sine_series(q.rest);
    return quadrant & 2 ? -y : y;
}
constexpr double sin(double x) {
    if (is_nan(x) || is_infinite(x)) return not_a_number();
    return is_negative(x) ? -sine_from(-x, 0) : sine_from(x, 0);
}
constexpr double cos(double x) {
    return is_nan(x) || is_infinite(x) ? not_a_number() : sine_from(magnitude(x), 1);
}
constexpr double tan(double x) {
    return is_nan(x) || is_infinite(x) ? not_a_number() : sin(x) / cos(x);
}

/// 1 - erf(x): near 0 by a series of positive terms, else by a continued fraction.
constexpr double erfc(double x) {
    constexpr double root_of_pi = 1.7724538509055160;
    if (is_nan(x)) return x;
    if (x > 28) return 0;
    if (x < 0) return 2 - (x < -28 ? 0 : erfc(-x));
    if (x < 2) {
        double sum = 0;
        for (int n = 40; n > 0; --n) sum = 2 * x * x / (2 * n + 1) * (1 + sum);
        return 1 - 2 / root_of_pi * exp(-x * x) * x * (1 + sum);
    }
    double fraction = x;
    for (int n = 60; n > 0; --n) fraction = x + n / (2 * fraction);
    return exp(-x * x) / (root_of_pi * fraction);
}

/// erf(x). Near 0 it does not use 1 - erfc(x), which would lose digits.
constexpr double erf(double x) {
    if (!(magnitude(x) < 0.5)) return 1 - erfc(x);
    double sum = 0;
    for (int n = 20; n > 0; --n) sum = 2 * x * x / (2 * n + 1) * (1 + sum);
    return 1.1283791670955126 * exp(-x * x) * x * (1 + sum);
}

constexpr bool is_odd(double x) {
    return magnitude(x) < 9007199254740992.0 && floor(x) == x && (int64_t(x) & 1);
}

/// x^y for x >= 0 and y that are numbers or infinite, y not 0.
constexpr double power_of_magnitude(double x, double y) {
    if (x == 1) return 1;
    if (x == 0 || is_infinite(x) || is_infinite(y)) return (x > 1) == (y > 0) ? huge : 0;
    return exp(y * log(x));
}

/// x^y with IEC 60559's special cases.
constexpr double pow(double x, double y) {
    if (y == 0 || x == 1) return 1;
    if (is_nan(x) || is_nan(y)) return not_a_number();
    if (x < 0 && !is_infinite(x) && floor(y) != y) return not_a_number();
    const double result = power_of_magnitude(magnitude(x), y);
    return is_negative(x) && is_odd(y) ? -result : result;
}

/// The rest of a division toward zero, with the sign of x. Exact.
constexpr double fmod(double x, double y) {
    if (is_nan(x) || is_nan(y) || is_infinite(x) || y == 0) return not_a_number();
    const double divisor = magnitude(y);
    double rest = magnitude(x);
    if (is_infinite(y)) return x;
    while (rest >= divisor) {
        double step = divisor;
        while (step <= rest / 2) step *= 2;
        rest -= step;
    }
    return x < 0 ? -rest : rest;
}

}  // namespace tigris
