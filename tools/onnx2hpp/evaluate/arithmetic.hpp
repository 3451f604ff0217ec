// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Arithmetic on elements as ONNX has it, for every type that can be read: integers wrap around.

#include <cmath>
#include <cstdint>
#include <type_traits>

namespace onnx2hpp {

/// f of two floats, or of two integers modulo 2^64.
template <class T, class F>
T wrapped(T a, T b, F f) {
    if constexpr (std::is_floating_point_v<T>)
        return f(a, b);
    else
        return static_cast<T>(f(static_cast<std::uint64_t>(a), static_cast<std::uint64_t>(b)));
}

template <class T>
T added(T a, T b) {
    return wrapped(a, b, [](auto x, auto y) { return x + y; });
}

template <class T>
T subtracted(T a, T b) {
    return wrapped(a, b, [](auto x, auto y) { return x - y; });
}

template <class T>
T multiplied(T a, T b) {
    return wrapped(a, b, [](auto x, auto y) { return x * y; });
}

/// Cut off toward zero. Integers must not be divided by 0.
template <class T>
T divided(T a, T b) {
    if constexpr (std::is_signed_v<T> && std::is_integral_v<T>)
        if (b == T(-1)) return subtracted(T{0}, a);
    return static_cast<T>(a / b);
}

/// The remainder with the sign of the divisor, as in Python. Integers must not be divided by 0.
template <class T>
T modulo(T a, T b) {
    if constexpr (std::is_floating_point_v<T>) {
        const T rest = std::fmod(a, b);
        return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
    } else {
        const T rest = subtracted(a, multiplied(divided(a, b), b));
        return rest != 0 && (rest < 0) != (b < 0) ? added(rest, b) : rest;
    }
}

/// The remainder with the sign of the dividend, as in C.
template <class T>
T remainder_of(T a, T b) {
    if constexpr (std::is_floating_point_v<T>)
        return std::fmod(a, b);
    else
        return subtracted(a, multiplied(divided(a, b), b));
}

/// NaN wins.
template <class T>
T smaller(T a, T b) {
    return a != a || a < b ? a : b;
}

template <class T>
T larger(T a, T b) {
    return a != a || a > b ? a : b;
}

/// A power by squaring, so that integers wrap around; a negative power of an integer is cut off.
template <class T>
T raised(T base, std::int64_t power) {
    if (power < 0) return base == T(1) ? T(1) : base == T(-1) ? T(power % 2 ? -1 : 1) : T(0);
    T result(1);
    for (; power > 0; power /= 2, base = multiplied(base, base))
        if (power % 2) result = multiplied(result, base);
    return result;
}

}  // namespace onnx2hpp
