// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Functions of integers as numbers. They wrap modulo 2^bits, like those of unsigned integers.

#include <tigris/kernels/contract/constant_pointer.hpp>
#include <tigris/ops/unary.hpp>

namespace tigris::kernels {

template <class T>
inline constexpr bool is_real = is_same<T, float>;
template <class T>
inline constexpr bool is_signed = T(-1) < T(0);

/// An unsigned integer of at least 32 bits that holds T: its arithmetic neither overflows nor is
/// promoted to int.
template <class T>
using modular = typename unsigned_of<(sizeof(T) < 4 ? 4 : int(sizeof(T)))>::type;

template <class T>
constexpr T quotient(T a, T b) {
    if (b == 0) return 0;
    if constexpr (is_signed<T>)
        if (b == -1) return T(0 - modular<T>(a));
    return T(a / b);
}

/// The rest of a / b with the sign of a; 0 for b = 0.
template <class T>
constexpr T remainder(T a, T b) {
    if (b == 0) return 0;
    if constexpr (is_signed<T>)
        if (b == -1) return 0;
    return T(a % b);
}

/// The rest of a / b with the sign of b; 0 for b = 0.
template <class T>
constexpr T modulo(T a, T b) {
    const T rest = remainder(a, b);
    if constexpr (is_signed<T>)
        if (rest != 0 && (rest < 0) != (b < 0)) return T(rest + b);
    return rest;
}

/// Shifts by the width and more leave nothing.
template <class T>
constexpr T shifted_left(T x, T bits) {
    return bits < T(sizeof(T) * 8) ? T(modular<T>(x) << bits) : T(0);
}
template <class T>
constexpr T shifted_right(T x, T bits) {
    return bits < T(sizeof(T) * 8) ? T(x >> bits) : T(0);
}

/// a^b by squaring. A power below 1 is 0, as it is cut off; 0 to a negative power is 0 as well.
template <class T, class Exponent>
constexpr T integer_power(T a, Exponent b) {
    if constexpr (is_signed<Exponent>)
        if (b < 0) return a == 1 ? T(1) : is_signed<T> && a == T(-1) ? T(b % 2 ? -1 : 1) : T(0);
    modular<T> result = 1, base = modular<T>(a);
    for (modular<Exponent> n = modular<Exponent>(b); n; n >>= 1, base *= base)
        if (n & 1) result *= base;
    return T(result);
}

/// A float as an integer: cut off toward zero, NaN is 0. What 32 (of 64-bit types 64) bits do not
/// hold is the nearest that they do; smaller types keep the last bits, as from integer to integer.
/// Source: ONNX Cast, which leaves both to the implementation.
template <class T>
constexpr T truncated(float x) {
    constexpr bool is_large = sizeof(T) == 8, is_unsigned = !is_signed<T> && sizeof(T) >= 4;
    if (x != x) return 0;
    if (is_unsigned && x >= (is_large ? 9223372036854775808.0f : 2147483648.0f)) {
        constexpr float behind = is_large ? 18446744073709551616.0f : 4294967296.0f;
        return x < behind ? T(x) : T(-1);
    }
    if constexpr (is_large) {
        if (x >= 9223372036854775808.0f) return T(INT64_MAX);
        return T(x < -9223372036854775808.0f ? INT64_MIN : int64_t(x));
    } else {
        if (x >= 2147483648.0f) return T(INT32_MAX);
        return T(x < -2147483648.0f ? INT32_MIN : int32_t(x));
    }
}

/// Any number as any other. Source: ONNX Cast.
template <class Out, class In>
constexpr Out converted(In x) {
    if constexpr (is_same<Out, In>)
        return x;
    else if constexpr (is_same<Out, bool>)
        return x != 0;
    else if constexpr (is_real<In>)
        return truncated<Out>(x);
    else
        return Out(x);
}

template <ops::unary_function F, class T>
constexpr T apply_to_integer(T x) {
    using enum ops::unary_function;
    if constexpr (F == logical_not)
        return !x;
    else if constexpr (F == bitwise_not)
        return T(~modular<T>(x));
    else if constexpr (F == negate)
        return T(0 - modular<T>(x));
    else if constexpr (F == abs)
        return is_signed<T> && x < 0 ? T(0 - modular<T>(x)) : x;
    else
        return is_signed<T> && x < 0 ? T(-1) : T(x != 0);
}

}  // namespace tigris::kernels
