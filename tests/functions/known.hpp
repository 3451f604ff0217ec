// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// ONNX's functions by their definitions, in double, of the C library's. Where a definition has no
// value at an infinity, its limit. Source: ONNX, the operators of these names.

#include <algorithm>
#include <cmath>

namespace functions::known {

/// A product with a factor that vanishes faster than x grows.
inline double vanishing(double x, double factor) {
    return factor == 0 ? 0 * (x < 0 ? -1 : 1) : x * factor;
}

inline double celu(double x) { return x < 0 ? std::expm1(x) : x; }
inline double gelu(double x) { return vanishing(x, std::erfc(-x * std::sqrt(0.5)) / 2); }
inline double gelu_tanh(double x) {
    const double u = std::sqrt(2 / std::acos(-1.0)) * (x + 0.044715 * x * x * x);
    return vanishing(x, 1 / (1 + std::exp(-2 * u)));
}
inline double hard_sigmoid(double x) {
    const double y = double(0.2f) * x + 0.5;
    return y < 0 ? 0 : y > 1 ? 1 : y;
}
inline double hard_swish(double x) {
    const double y = x / 6 + 0.5;
    return x * (y < 0 ? 0 : y > 1 ? 1 : y);
}
inline double leaky_relu(double x) { return x < 0 ? double(0.01f) * x : x; }
inline double mish(double x) { return vanishing(x, std::tanh(std::log1p(std::exp(x)))); }
inline double negate(double x) { return -x; }
inline double reciprocal(double x) { return 1 / x; }
/// To 11 significant bits, to multiples of 2^-24 at least; from 65520 on infinite.
inline double round_to_half(double x) {
    if (x == 0 || !std::isfinite(x)) return x;
    const double place = std::ldexp(1.0, std::max(std::ilogb(x), -14) - 10);
    const double y = std::nearbyint(x / place) * place;
    return std::fabs(y) < 65536 ? y : std::copysign(HUGE_VAL, x);
}
inline double selu(double x) {
    constexpr double alpha = 1.67326319217681884765625, gamma = 1.05070102214813232421875;
    return gamma * (x > 0 ? x : alpha * std::expm1(x));
}
inline double shrink(double x) { return x < -0.5 || x > 0.5 || x != x ? x : 0; }
inline double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }
inline double sign(double x) { return x > 0 ? 1 : x < 0 ? -1 : x; }
inline double softplus(double x) { return std::fmax(x, 0) + std::log1p(std::exp(-std::fabs(x))); }
inline double softsign(double x) { return x / (1 + std::fabs(x)); }
inline double swish(double x) { return x * sigmoid(x); }
inline double thresholded_relu(double x) { return x > 1 ? x : 0; }

}  // namespace functions::known
