// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What ops::binary computes of two numbers, floating point or integers. A new function is added to
// calculate().

#include <tigris/kernels/arithmetic/functions/integers.hpp>
#include <tigris/ops/binary.hpp>
#include <tigris/support/float_functions.hpp>

namespace tigris::kernels {

/// a / b; the compiler evaluates no division by zero.
constexpr float quotient(float a, float b) {
    if (!__builtin_is_constant_evaluated() || b != 0) return a / b;
    if (a == 0 || a != a) return __builtin_nanf("");
    return (a < 0) == (__builtin_copysignf(1, b) < 0) ? __builtin_huge_valf()
                                                      : -__builtin_huge_valf();
}
constexpr float remainder(float a, float b) { return fmod(a, b); }
constexpr float modulo(float a, float b) {
    const float rest = fmod(a, b);
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

/// NaN if either is.
template <class T>
constexpr T maximum(T a, T b) {
    return a != a || a > b ? a : b;
}
template <class T>
constexpr T minimum(T a, T b) {
    return a != a || a < b ? a : b;
}

/// An integer to a real power, cut off toward zero.
template <class T>
constexpr T real_power(T a, float b) {
    const double y = __builtin_is_constant_evaluated() ? pow(double(a), double(b))
                                                       : __builtin_pow(double(a), double(b));
    if (y >= 9223372036854775808.0) return T(INT64_MAX);
    return y != y ? T(0) : T(y < -9223372036854775808.0 ? INT64_MIN : int64_t(y));
}

/// The result has the type of the base. Source: ONNX Pow.
template <class A, class B>
constexpr A power(A a, B b) {
    if constexpr (is_real<A>)
        return pow(a, float(b));
    else if constexpr (is_real<B>)
        return real_power(a, b);
    else
        return integer_power(a, b);
}

template <class T>
constexpr T sum(T a, T b) {
    if constexpr (is_real<T>)
        return a + b;
    else
        return T(modular<T>(a) + modular<T>(b));
}
template <class T>
constexpr T difference(T a, T b) {
    if constexpr (is_real<T>)
        return a - b;
    else
        return T(modular<T>(a) - modular<T>(b));
}
template <class T>
constexpr T product(T a, T b) {
    if constexpr (is_real<T>)
        return a * b;
    else
        return T(modular<T>(a) * modular<T>(b));
}

/// A and B are one type, but for power. Comparisons give bool. Source: ONNX, the operators of these
/// names; PRelu.
template <ops::binary_function F, class A, class B>
constexpr auto calculate(A a, B b) {
    using enum ops::binary_function;
    // clang-format off
    if constexpr (F == add) return sum(a, b);
    else if constexpr (F == subtract) return difference(a, b);
    else if constexpr (F == multiply) return product(a, b);
    else if constexpr (F == divide) return quotient(a, b);
    else if constexpr (F == modulo) return kernels::modulo(a, b);
    else if constexpr (F == remainder) return kernels::remainder(a, b);
    else if constexpr (F == power) return kernels::power(a, b);
    else if constexpr (F == maximum) return kernels::maximum(a, b);
    else if constexpr (F == minimum) return kernels::minimum(a, b);
    else if constexpr (F == bitwise_and) return A(a & b);
    else if constexpr (F == bitwise_or) return A(a | b);
    else if constexpr (F == bitwise_xor) return A(a ^ b);
    else if constexpr (F == shift_left) return shifted_left(a, b);
    else if constexpr (F == shift_right) return shifted_right(a, b);
    else if constexpr (F == equal) return a == b;
    else if constexpr (F == greater) return a > b;
    else if constexpr (F == greater_or_equal) return a >= b;
    else return a < A(0) ? product(a, b) : a;  // prelu
    // clang-format on
}

}  // namespace tigris::kernels
