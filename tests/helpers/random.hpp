// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Reproducible random numbers, also in constant expressions.

#include <stdint.h>

namespace tigris::test {

/// Source: Marsaglia, xorshift.
struct random_numbers {
    uint64_t state;

    constexpr explicit random_numbers(uint64_t seed) : state(seed * 0x9e3779b97f4a7c15u + 1) {
        for (int i = 0; i < 4; ++i) bits();
    }
    constexpr uint64_t bits() {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        return state;
    }
    /// Uniform in [low, high].
    constexpr int32_t between(int32_t low, int32_t high) {
        return int32_t(low + int64_t((bits() >> 16) % (uint64_t(int64_t(high) - low) + 1)));
    }
    /// Uniform in [0, 1).
    constexpr double unit() { return double(bits() >> 11) * 0x1p-53; }
    constexpr bool chance(int one_in) { return between(1, one_in) == 1; }
};

}  // namespace tigris::test
