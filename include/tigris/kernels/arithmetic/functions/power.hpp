// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Powers and roots of numbers that are not negative.

#include <stdint.h>
#include <tigris/support/math.hpp>

namespace tigris::kernels {

/// x^p for p >= 1.
constexpr float whole_power(float x, int32_t p) {
    float result = 1;
    for (uint32_t n = uint32_t(p); n; n >>= 1, x *= x)
        if (n & 1) result *= x;
    return result;
}

/// The root of order p >= 1: Newton's steps from an estimate by logarithms.
constexpr float whole_root(float x, int32_t p) {
    if (p == 1 || !(x > 0) || x == __builtin_huge_valf()) return x;
    float root = exp(log(x) / float(p));
    for (int i = 0; i < 2; ++i) {
        const float power = whole_power(root, p - 1);
        if (power > 0 && power < 3e38f) root -= (root - x / power) / float(p);
    }
    return root;
}

}  // namespace tigris::kernels
