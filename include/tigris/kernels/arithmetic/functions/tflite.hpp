// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The fixed-point functions of TFLite's softmax and logistic. Source: gemmlowp, fixedpoint.h;
// TFLite, common.h.

#include <tigris/kernels/arithmetic/requantize.hpp>

namespace tigris::kernels {

/// x * 2^bits, saturated.
constexpr int32_t shift_left_saturated(int32_t x, int bits) {
    return saturated(int64_t(x) * (int64_t(1) << bits));
}

/// e^x for x in [-1/4, 0), both in Q0.31: a Taylor polynomial around -1/8.
constexpr int32_t exponential_of_quarter(int32_t x) {
    constexpr int32_t at_center = 1895147668, one_third = 715827883;
    const int32_t t = x + (1 << 28);
    const int32_t t2 = doubling_high_product(t, t);
    const int32_t t3 = doubling_high_product(t2, t);
    const int32_t t4_over_4 = shift_away_from_zero(doubling_high_product(t2, t2), 2);
    const int32_t high_terms =
        shift_away_from_zero(doubling_high_product(t4_over_4 + t3, one_third) + t2, 1);
    return at_center + doubling_high_product(at_center, t + high_terms);
}

/// e^x in Q0.31 of x <= 0 with `FractionBits` (Q5.26 or Q4.27): quarters by the polynomial, the
/// rest by the bits of what is left.
template <int FractionBits = 26>
constexpr int32_t tflite_exponential(int32_t x) {
    constexpr int32_t factors[]{1672461947, 1302514674, 790015084, 290630308,
                                39332535,   720401,     242};
    constexpr int32_t quarter = 1 << (FractionBits - 2);
    if (x == 0) return INT32_MAX;
    const int32_t within = (x & (quarter - 1)) - quarter;
    const int32_t rest = within - x;
    int32_t result = exponential_of_quarter(within * (1 << (31 - FractionBits)));
    for (int i = 0; i < 7; ++i)
        if (rest >> (FractionBits - 2 + i) & 1) result = doubling_high_product(result, factors[i]);
    return result;
}

/// 1 / (1 + x) in Q0.31 of x in [0, 1) in Q0.31: three rounds of Newton and Raphson in Q2.29.
constexpr int32_t tflite_reciprocal(int32_t x) {
    constexpr int32_t forty_eight_17ths = 1515870810, thirty_two_17ths = 1010580540, one = 1 << 29;
    const int32_t half = int32_t((int64_t(x) + INT32_MAX + 1) / 2);
    // The high product with a negative constant, which rounds as the factors stand.
    int32_t y = forty_eight_17ths + doubling_high_product(half, -thirty_two_17ths);
    for (int i = 0; i < 3; ++i) {
        const int32_t rest = one - doubling_high_product(half, y);
        y += shift_left_saturated(doubling_high_product(y, rest), 2);
    }
    return shift_left_saturated(y, 1);
}

/// 1 / (1 + e^-x) in Q0.31 of x in Q4.27.
constexpr int32_t tflite_logistic(int32_t x) {
    if (x == 0) return 1 << 30;
    const int32_t of_magnitude = tflite_reciprocal(tflite_exponential<27>(x < 0 ? x : -x));
    return x > 0 ? of_magnitude : INT32_MAX - of_magnitude;
}

/// log(sum) in Q5.26 of sum >= 1 in Q12.19: a power of 2 times r near 2^(-1/4), and a Pade
/// approximant of log(r).
constexpr int32_t tflite_logarithm(int32_t sum) {
    constexpr int32_t log_2 = 1488522236, root_of_half = 1518500250,
                      fourth_root_of_half = 1805811301;
    constexpr int32_t alpha_n = 117049297, alpha_d = 127690142, alpha_i = 1057819769,
                      alpha_f = 638450708;
    constexpr auto times = doubling_high_product;
    const int zeros_a = __builtin_clz(uint32_t(sum));
    const int32_t r_a =
        shift_left_saturated(times(shift_left_saturated(sum, zeros_a - 1), root_of_half), 1);
    const int zeros_b = __builtin_clz(uint32_t(times(sum, root_of_half))) - 1;
    const int32_t r_b = shift_left_saturated(sum, zeros_b);
    const int32_t r = r_a < r_b ? r_a : r_b;
    // The power of 2 in Q6.25, a quarter above or below an integer.
    const int32_t power_a = (12 - zeros_a) * (1 << 25) + (1 << 23);
    const int32_t power_b = (12 - zeros_b) * (1 << 25) - (1 << 23);
    const int32_t power = power_a > power_b ? power_a : power_b;

    const int32_t p = int32_t((int64_t(r) + fourth_root_of_half + 1) / 2);
    const int32_t q = 2 * (r - fourth_root_of_half), q2 = times(q, q);
    const int32_t numerator = times(q, r) + times(times(q, q2), alpha_n);
    const int32_t denominator = times(p, alpha_i + q + times(alpha_d, q2)) + times(alpha_f, q);
    const int32_t quotient =
        times(shift_away_from_zero(numerator, 6), tflite_reciprocal(denominator));
    return shift_left_saturated(times(power, log_2) + quotient, 1);
}

}  // namespace tigris::kernels
