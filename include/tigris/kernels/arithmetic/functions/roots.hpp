// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Roots, in constant expressions as well.

#include <stdint.h>

namespace tigris::kernels {

/// NaN for negative numbers.
constexpr float square_root(float x) {
    if (!__builtin_is_constant_evaluated()) return __builtin_sqrtf(x);
    if (!(x > 0) || x > 3.4028234e38f) return x < 0 ? __builtin_nanf("") : x;
    double root = x > 1 ? double(x) : 1;
    for (double next = 0; (next = (root + double(x) / root) / 2) < root;) root = next;
    return float(root);
}

/// The largest integer whose square is at most x.
constexpr uint64_t integer_root(uint64_t x) {
    uint64_t root = 0;
    for (uint64_t bit = uint64_t(1) << 62; bit; bit >>= 2) {
        const bool fits = x >= root + bit;
        if (fits) x -= root + bit;
        root = (root >> 1) + (fits ? bit : 0);
    }
    return root;
}

}  // namespace tigris::kernels
