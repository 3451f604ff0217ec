// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What ops::unary computes: its functions of real numbers. A new one is added to apply().

#include <tigris/ops/unary.hpp>
#include <tigris/support/math.hpp>

namespace tigris::kernels {

template <class Real>
constexpr Real clipped_to_one(Real x) {
    return x < 0 ? 0 : x > 1 ? 1 : x;
}

/// 1 / (1 + e^-x), from powers below 1 only.
template <class Real>
constexpr Real sigmoid(Real x) {
    const Real power = exp(x < 0 ? x : -x);
    return (x < 0 ? power : 1) / (1 + power);
}

/// Real is float, or double for tables.
template <ops::unary_function F, class Real>
constexpr Real apply(Real x, [[maybe_unused]] Real alpha, [[maybe_unused]] Real beta) {
    if constexpr (F == ops::unary_function::sigmoid)
        return sigmoid(x);
    else if constexpr (F == ops::unary_function::hard_sigmoid)
        return clipped_to_one(alpha * x + beta);
    else
        return x * clipped_to_one(x / 6 + Real(0.5));
}

}  // namespace tigris::kernels
