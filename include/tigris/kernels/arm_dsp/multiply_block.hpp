// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The inner product of a few pixels with two output channels.

#include <tigris/kernels/arm_dsp/instructions.hpp>

namespace tigris::kernels::dsp {

/// Sums of four pixels with one output, then with the other, lie behind each other.
inline constexpr int32_t block_pixels = 4;
inline constexpr int32_t sums_of_block = 2 * block_pixels;

/// Sums of N pixels for each of two outputs, from their biases on, to `sums` and `sums` + 4. Both
/// operands are as widen() leaves them; `pairs` is even and not 0.
template <int N>
[[gnu::always_inline]] inline void multiply_block(const uint32_t* weights, const uint32_t* pixels,
                                                  int32_t pairs, int32_t bias_first,
                                                  int32_t bias_second, int32_t* sums) {
    int32_t a[N], b[N];
    for (int n = 0; n < N; ++n) a[n] = bias_first, b[n] = bias_second;
    for (const uint32_t* end = weights + 2 * pairs; weights != end; weights += 2, pixels += N)
        for (int n = 0; n < N; ++n) {
            a[n] = smlad(weights[0], pixels[n], a[n]);
            b[n] = smlad(weights[1], pixels[n], b[n]);
        }
    for (int n = 0; n < N; ++n) sums[n] = a[n], sums[block_pixels + n] = b[n];
}

#if TIGRIS_HAS_ALL_REGISTERS

// All fourteen registers are taken, so that no compiler can schedule this, and the loop's end lies
// on the stack. Spelled out, because compilers count the lines to know how far branches reach.
// clang-format off
#define TIGRIS_ADD_PAIR                     \
    "ldrd %[u], %[v], [%[w]], #8\n"         \
    "ldrd %[x], %[y], [%[p]], #8\n"         \
    "smlad %[a0], %[u], %[x], %[a0]\n"      \
    "smlad %[b0], %[v], %[x], %[b0]\n"      \
    "smlad %[a1], %[u], %[y], %[a1]\n"      \
    "smlad %[b1], %[v], %[y], %[b1]\n"      \
    "ldrd %[x], %[y], [%[p]], #8\n"         \
    "smlad %[a2], %[u], %[x], %[a2]\n"      \
    "smlad %[b2], %[v], %[x], %[b2]\n"      \
    "smlad %[a3], %[u], %[y], %[a3]\n"      \
    "smlad %[b3], %[v], %[y], %[b3]\n"
#define TIGRIS_ADD_2_PAIRS TIGRIS_ADD_PAIR TIGRIS_ADD_PAIR
#define TIGRIS_ADD_8_PAIRS                                                                       \
    TIGRIS_ADD_2_PAIRS TIGRIS_ADD_2_PAIRS TIGRIS_ADD_2_PAIRS TIGRIS_ADD_2_PAIRS
/// Adds products until the weights' end.
#define TIGRIS_ADD_UNTIL(end, steps)                                                             \
    asm volatile(                                                                                \
        "1:\n" steps                                                                             \
        "ldr %[u], %[stop]\n"                                                                    \
        "cmp %[w], %[u]\n"                                                                       \
        "bne 1b\n"                                                                               \
        : [a0] "+&r"(a0), [a1] "+&r"(a1), [a2] "+&r"(a2), [a3] "+&r"(a3), [b0] "+&r"(b0),        \
          [b1] "+&r"(b1), [b2] "+&r"(b2), [b3] "+&r"(b3), [w] "+&r"(weights),                    \
          [p] "+&r"(pixels), [u] "=&r"(u), [v] "=&r"(v), [x] "=&r"(x), [y] "=&r"(y)              \
        : [stop] "m"(end)                                                                        \
        : "cc", "memory")
// clang-format on

template <>
[[gnu::always_inline]] inline void multiply_block<4>(const uint32_t* weights,
                                                     const uint32_t* pixels, int32_t pairs,
                                                     int32_t bias_first, int32_t bias_second,
                                                     int32_t* sums) {
    uint32_t u, v, x, y;
    int32_t a0 = bias_first, a1 = a0, a2 = a0, a3 = a0;
    int32_t b0 = bias_second, b1 = b0, b2 = b0, b3 = b0;
    const uint32_t *end = weights + 2 * pairs, *last_eight = weights + 2 * (pairs & ~7);
    if (pairs >= 8) TIGRIS_ADD_UNTIL(last_eight, TIGRIS_ADD_8_PAIRS);
    if (pairs & 7) TIGRIS_ADD_UNTIL(end, TIGRIS_ADD_2_PAIRS);
    sums[0] = a0, sums[1] = a1, sums[2] = a2, sums[3] = a3;
    sums[4] = b0, sums[5] = b1, sums[6] = b2, sums[7] = b3;
}

#undef TIGRIS_ADD_UNTIL
#undef TIGRIS_ADD_8_PAIRS
#undef TIGRIS_ADD_2_PAIRS
#undef TIGRIS_ADD_PAIR

#endif

}  // namespace tigris::kernels::dsp
