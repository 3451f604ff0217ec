// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The high word of a product and a sum: an instruction where Arm's DSP extension is, plain C++
// elsewhere. Source: Armv7-M Architecture Reference Manual, A7.7, SMMLA.

#include <stdint.h>

namespace tigris::kernels::by_channel {

#if defined(__ARM_FEATURE_DSP) && __ARM_FEATURE_DSP && defined(__thumb2__)

[[gnu::always_inline]] inline int32_t add_high_product(int32_t sum, int32_t a, int32_t b) {
    int32_t y;
    asm("smmla %0, %1, %2, %3" : "=r"(y) : "r"(a), "r"(b), "r"(sum));
    return y;
}
[[gnu::always_inline]] inline int32_t add_rounded_product(int32_t sum, int32_t a, int32_t b) {
    int32_t y;
    asm("smmlar %0, %1, %2, %3" : "=r"(y) : "r"(a), "r"(b), "r"(sum));
    return y;
}

#else

/// Rounded down, or to nearest, halves up. Sums are modulo 2^32, as the registers' are.
constexpr int32_t add_high_product(int32_t sum, int32_t a, int32_t b) {
    return int32_t(uint32_t(sum) + uint32_t((int64_t(a) * b) >> 32));
}
constexpr int32_t add_rounded_product(int32_t sum, int32_t a, int32_t b) {
    return int32_t(uint32_t(sum) + uint32_t((int64_t(a) * b + (int64_t(1) << 31)) >> 32));
}

#endif

}  // namespace tigris::kernels::by_channel
