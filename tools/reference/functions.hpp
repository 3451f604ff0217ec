// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Functions of one number, as ONNX defines them, that several families use.

#include <cmath>
#include <string>

namespace reference {

inline double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }
inline double softplus(double x) {
    return x > 0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x));
}
inline double gelu(double x) { return 0.5 * x * (1 + std::erf(x / std::sqrt(2.0))); }
inline double gelu_by_tanh(double x) {
    constexpr double pi = 3.14159265358979323846;
    return 0.5 * x * (1 + std::tanh(std::sqrt(2 / pi) * (x + 0.044715 * x * x * x)));
}
inline double clamp_to(double x, double low, double high) {
    return std::fmin(std::fmax(x, low), high);
}
inline double hard_sigmoid(double x, double alpha, double beta) {
    return clamp_to(alpha * x + beta, 0, 1);
}
inline double thresholded(double x, double alpha) { return x > alpha ? x : 0; }

}  // namespace reference
