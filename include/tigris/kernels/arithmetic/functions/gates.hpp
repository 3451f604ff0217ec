// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The activations of recurrent layers.

#include <tigris/ops/recurrent.hpp>
#include <tigris/support/math.hpp>

namespace tigris::kernels {

constexpr float gate_sigmoid(float x) {
    const float small = exp(x < 0 ? x : -x);
    return (x < 0 ? small : 1) / (1 + small);
}

/// Near 0, where 1 - 2 / (e^2x + 1) would lose digits, by its series.
constexpr float gate_tanh(float x) {
    const float square = x * x;
    if (square < 0.04f)
        return x * (1 + square * (-1 / 3.0f + square * (2 / 15.0f - square * (17 / 315.0f))));
    const float magnitude = 1 - 2 / (exp(x < 0 ? -2 * x : 2 * x) + 1);
    return x < 0 ? -magnitude : magnitude;
}

/// log(1 + s) is s log(u) / (u - 1) of any u near 1 + s, so that rounding 1 + s loses nothing.
/// Source: Goldberg, 1991, theorem 4.
constexpr float gate_softplus(float x) {
    const float small = exp(x < 0 ? x : -x), u = 1 + small;
    return (x > 0 ? x : 0) + (u == 1 ? small : log(u) * (small / (u - 1)));
}

/// e^x - 1 for x <= 0, near 0 by the series of exp.
constexpr float gate_expm1(float x) { return x > -0.34f ? x * exponential_slope(x) : exp(x) - 1; }

/// Source: ONNX RNN, "Equations".
constexpr float gate_value(const ops::gate_activation& a, float x) {
    using enum ops::gate_function;
    switch (a.function) {
        case tanh: return gate_tanh(x);
        case relu: return x > 0 ? x : 0;
        case affine: return a.alpha * x + a.beta;
        case leaky_relu: return x >= 0 ? x : a.alpha * x;
        case thresholded_relu: return x >= a.alpha ? x : 0;
        case scaled_tanh: return a.alpha * gate_tanh(a.beta * x);
        case hard_sigmoid: {
            const float line = a.alpha * x + a.beta;
            return line < 0 ? 0 : line > 1 ? 1 : line;
        }
        case elu: return x >= 0 ? x : a.alpha * gate_expm1(x);
        case softsign: return x / (1 + (x < 0 ? -x : x));
        case softplus: return gate_softplus(x);
        default: return gate_sigmoid(x);
    }
}

}  // namespace tigris::kernels
