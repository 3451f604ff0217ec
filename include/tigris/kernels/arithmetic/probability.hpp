// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// From sums of exponentials (at 2^31 for 1) to codes of probabilities and of their logarithms.

#include <tigris/kernels/arithmetic/requantize.hpp>

namespace tigris::kernels {

/// x * 2^-bits, halves to even; 1 <= bits.
constexpr uint64_t shift_half_even(uint64_t x, int bits) {
    if (bits > 63) return 0;
    const uint64_t down = x >> bits, rest = x & ((uint64_t(1) << bits) - 1);
    const uint64_t half = uint64_t(1) << (bits - 1);
    return down + (rest > half || (rest == half && (down & 1)) ? 1 : 0);
}

/// Bits by which a sum exceeds 32 bits.
constexpr int excess_bits(uint64_t sum) { return 32 - __builtin_clzll(sum); }

/// A real number as multiplier * 2^-bits.
struct wide_multiplier {
    uint64_t multiplier = 0;
    int bits = 0;
};

/// units_of_one / sum, to 31 bits; sum >= 2^31. One division for a whole span of probabilities.
constexpr wide_multiplier units_per_exponential(uint64_t sum, fixed_multiplier units_of_one) {
    const int excess = excess_bits(sum);
    const uint64_t leading = (sum + (uint64_t(1) << excess >> 1)) >> excess;
    const uint64_t quotient = ((uint64_t(units_of_one.multiplier) << 32) + leading / 2) / leading;
    return {quotient, 63 + excess - units_of_one.shift};
}

/// log2(sum * 2^-31) * 2^26; sum >= 2^31. Every squaring gives one bit.
constexpr int64_t binary_logarithm(uint64_t sum) {
    const int excess = excess_bits(sum);
    uint64_t x = sum >> excess;
    int64_t result = excess;
    for (int bit = 0; bit < 26; ++bit) {
        x = x * x >> 31;
        const int exceeds = int(x >> 32);
        result = result * 2 + exceeds;
        x >>= exceeds;
    }
    return result;
}

}  // namespace tigris::kernels
