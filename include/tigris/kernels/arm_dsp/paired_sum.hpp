// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// One pixel times the weights of two outputs that lie in pairs (paired_weights.hpp).

#include <tigris/kernels/arm_dsp/instructions.hpp>

namespace tigris::kernels::arm_dsp_kernels {

/// The second output's sum of products, from the sums of the first's and of both.
constexpr int32_t second_sum(int32_t first, int32_t both) {
    return int32_t(uint32_t(both) - uint32_t(first)) >> 8;
}

/// Two outputs' sums of products with the same pixel.
struct two_sums {
    int32_t first = 0;
    int32_t second = 0;
};

/// Two outputs' sums of products: that of the first, and that of both as paired weights make them.
struct paired_sum {
    int32_t first = 0;
    int32_t both = 0;

    two_sums apart() const { return {first, second_sum(first, both)}; }
};

[[gnu::always_inline]] inline void add_word(paired_sum& sum, uint32_t weights, uint32_t x) {
    sum.both = smlad(weights, x, sum.both);
    sum.first = smlad(sxtb16(weights), x, sum.first);
}

/// Two words of weights and of a pixel; both pointers move behind them.
[[gnu::always_inline]] inline void add_two_words(paired_sum& sum, const uint32_t*& weights,
                                                 const uint32_t*& x) {
#if TIGRIS_HAS_ALL_REGISTERS
    uint32_t v, w, y, z, t;
    asm volatile(
        "ldrd %[v], %[w], [%[weights]], #8\n"
        "ldrd %[y], %[z], [%[x]], #8\n"
        "sxtb16 %[t], %[v]\n"
        "smlad %[both], %[v], %[y], %[both]\n"
        "smlad %[first], %[t], %[y], %[first]\n"
        "sxtb16 %[t], %[w]\n"
        "smlad %[both], %[w], %[z], %[both]\n"
        "smlad %[first], %[t], %[z], %[first]\n"
        : [weights] "+&r"(weights), [x] "+&r"(x), [both] "+&r"(sum.both), [first] "+&r"(sum.first),
          [v] "=&r"(v), [w] "=&r"(w), [y] "=&r"(y), [z] "=&r"(z), [t] "=&r"(t)
        :
        : "memory");
#else
    for (int i = 0; i < 2; ++i) add_word(sum, *weights++, *x++);
#endif
}

/// `words` of weights and of a pixel, an even number.
[[gnu::always_inline]] inline void add_words(paired_sum& sum, const uint32_t* weights,
                                             const uint32_t* x, int32_t words) {
    for (; words >= 8; words -= 8)
#pragma GCC unroll 4
        for (int i = 0; i < 4; ++i) add_two_words(sum, weights, x);
    for (; words > 0; words -= 2) add_two_words(sum, weights, x);
}

}  // namespace tigris::kernels::arm_dsp_kernels
