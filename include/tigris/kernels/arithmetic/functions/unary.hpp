// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What ops::unary computes: its functions of real numbers. A new one is added to apply().

#include <tigris/ops/unary.hpp>
#include <tigris/support/float_functions.hpp>
#include <tigris/support/half.hpp>

namespace tigris::kernels {

template <class Real>
constexpr Real clipped_to_one(Real x) {
    return x < 0 ? 0 : x > 1 ? 1 : x;
}

constexpr double absolute(double x) { return __builtin_fabs(x); }
constexpr float absolute(float x) { return __builtin_fabsf(x); }

/// Halves to even, -0 for what rounds to 0 from below.
constexpr double rounded(double x) { return round_half_even(x); }
constexpr float rounded(float x) { return __builtin_copysignf(round_half_even(x), x); }

/// 1 / (1 + e^-x), from powers below 1 only.
template <class Real>
constexpr Real sigmoid(Real x) {
    const Real power = exp(x < 0 ? x : -x);
    return (x < 0 ? power : 1) / (1 + power);
}

constexpr double logarithm(double x) { return log(x); }
constexpr float logarithm(float x) {
    return __builtin_is_constant_evaluated() ? narrowed(log(double(x))) : __builtin_logf(x);
}

/// 1 / x where that is a number of the type, else an infinity.
template <class Real>
constexpr Real reciprocal(Real x) {
    if (x == 0) return __builtin_copysign(1.0, double(x)) < 0 ? -Real(huge) : Real(huge);
    return 1 / x;
}

/// x times the distribution function of the normal distribution; erfc keeps its tail exact.
template <class Real>
constexpr Real gelu(Real x) {
    if (x < -40 || x != x) return x < 0 ? 0 : x;
    return x * Real(0.5) * erfc(x * Real(-0.7071067811865476));
}

/// -x / sqrt(2) less `u`, the float nearest to it: products of numbers of 16 and 8 bits are exact.
constexpr float argument_beyond(float u, float x) {
    constexpr float head = -0.70703125f, tail = -7.5531186547524e-05f;
    const auto upper = __builtin_bit_cast(float, __builtin_bit_cast(uint32_t, x) & 0xffffff00u);
    return (upper * head - u) + ((x - upper) * head + x * tail);
}

/// Where erfc is steep, what its argument loses by rounding counts: up to 23 units. The slope of
/// its logarithm is within 8 % of -(0.5 + 1.956 u) there.
constexpr float gelu(float x) {
    if (x < -40 || x != x) return x < 0 ? 0 : x;
    const float u = x * -0.7071067811865476f, y = x * 0.5f * erfc(u);
    if (!(x < -1 && x > -14)) return y;
    return y - y * (argument_beyond(u, x) * (0.5f + 1.956f * u));
}

/// (1 + tanh(u)) / 2 is sigmoid(2 u).
template <class Real>
constexpr Real gelu_tanh(Real x) {
    if (x < -40 || x != x) return x < 0 ? 0 : x;
    return x > 40 ? x : x * sigmoid(Real(1.5957691216057308) * (x + Real(0.044715) * x * x * x));
}

template <class Real>
constexpr Real softplus(Real x) {
    return (x > 0 ? x : 0) + log1p(exp(x > 0 ? -x : x));
}

/// x tanh(log(1 + e^x)), as a fraction of polynomials of e^x.
template <class Real>
constexpr Real mish(Real x) {
    if (!(x < 20)) return x;
    const Real power = exp(x), n = power * (power + 2);
    return power == 0 ? 0 : x * n / (n + 2);
}

template <class Real>
constexpr Real sign(Real x) {
    return x > 0 ? 1 : x < 0 ? -1 : x;
}

template <class Real>
constexpr Real shrink(Real x, Real lambda, Real bias) {
    return x < -lambda ? x + bias : x > lambda ? x - bias : x != x ? x : 0;
}

/// Real is float, or double for tables. `alpha` and `beta` are ONNX's attributes:
///
/// * elu, celu, leaky_relu, swish, thresholded_relu: alpha;
/// * hard_sigmoid: alpha and beta;
/// * selu: alpha and gamma;
/// * shrink: lambd and bias.
///
/// Source: ONNX, the operators of these names.
template <ops::unary_function F, class Real>
constexpr Real apply(Real x, [[maybe_unused]] Real alpha, [[maybe_unused]] Real beta) {
    using enum ops::unary_function;
    // clang-format off
    if constexpr (F == abs) return absolute(x);
    else if constexpr (F == acos) return tigris::acos(x);
    else if constexpr (F == acosh) return tigris::acosh(x);
    else if constexpr (F == asin) return tigris::asin(x);
    else if constexpr (F == asinh) return tigris::asinh(x);
    else if constexpr (F == atan) return tigris::atan(x);
    else if constexpr (F == atanh) return tigris::atanh(x);
    else if constexpr (F == ceil) return tigris::ceil(x);
    else if constexpr (F == celu) return x < 0 ? alpha * expm1(x / alpha) : x;
    else if constexpr (F == cos) return tigris::cos(x);
    else if constexpr (F == cosh) return tigris::cosh(x);
    else if constexpr (F == elu) return x < 0 ? alpha * expm1(x) : x;
    else if constexpr (F == erf) return tigris::erf(x);
    else if constexpr (F == exp) return tigris::exp(x);
    else if constexpr (F == floor) return tigris::floor(x);
    else if constexpr (F == gelu) return kernels::gelu(x);
    else if constexpr (F == gelu_tanh) return kernels::gelu_tanh(x);
    else if constexpr (F == hard_sigmoid) return clipped_to_one(alpha * x + beta);
    else if constexpr (F == hard_swish) return x * clipped_to_one(x / 6 + Real(0.5));
    else if constexpr (F == leaky_relu) return x < 0 ? alpha * x : x;
    else if constexpr (F == log) return logarithm(x);
    else if constexpr (F == mish) return kernels::mish(x);
    else if constexpr (F == negate) return -x;
    else if constexpr (F == reciprocal) return kernels::reciprocal(x);
    else if constexpr (F == round) return rounded(x);
    else if constexpr (F == round_to_half) return Real(to_float(to_half(narrowed(double(x)))));
    else if constexpr (F == selu) return beta * (x > 0 ? x : alpha * expm1(x));
    else if constexpr (F == shrink) return kernels::shrink(x, alpha, beta);
    else if constexpr (F == sigmoid) return kernels::sigmoid(x);
    else if constexpr (F == sign) return kernels::sign(x);
    else if constexpr (F == sin) return tigris::sin(x);
    else if constexpr (F == sinh) return tigris::sinh(x);
    else if constexpr (F == softplus) return kernels::softplus(x);
    else if constexpr (F == softsign) return x / (1 + (x < 0 ? -x : x));
    else if constexpr (F == sqrt) return tigris::sqrt(x);
    else if constexpr (F == swish) return x * kernels::sigmoid(alpha * x);
    else if constexpr (F == tan) return tigris::tan(x);
    else if constexpr (F == tanh) return tigris::tanh(x);
    else if constexpr (F == thresholded_relu) return x > alpha ? x : 0;
    // clang-format on
}

/// Whether ONNX's IsInf is true of x: two kinds of infinities, chosen by alpha (negative) and beta.
template <class Real>
constexpr bool is_chosen_infinity(Real x, Real negative, Real positive) {
    return (x == -Real(huge) && negative != 0) || (x == Real(huge) && positive != 0);
}

/// Which of alpha and beta a function has.
struct unary_parameters {
    bool alpha = false;
    bool beta = false;
};

constexpr unary_parameters parameters_of(ops::unary_function f) {
    using enum ops::unary_function;
    const bool has_two = f == hard_sigmoid || f == selu || f == shrink || f == is_inf;
    const bool has_one =
        f == celu || f == elu || f == leaky_relu || f == swish || f == thresholded_relu;
    return {has_one || has_two, has_two};
}

}  // namespace tigris::kernels
