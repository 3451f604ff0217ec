// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The inner product of a few pixels with two output channels, whose weights are widened
// (multiply_block) or lie in pairs (multiply_paired; paired_weights.hpp).

#include <tigris/kernels/arm_dsp/paired_sum.hpp>
#include <tigris/model/weight_order.hpp>

namespace tigris::kernels::arm_dsp_kernels {

/// Sums of N pixels for each of two outputs.
template <int N>
struct block_sums {
    int32_t first[N];
    int32_t second[N];
};

/// Sums of N pixels for each of two outputs, from their biases on. Both operands are as widen()
/// leaves them; `pairs` is even and not 0.
template <int N>
[[gnu::always_inline]] inline block_sums<N> multiply_block(const uint32_t* weights,
                                                           const uint32_t* pixels, int32_t pairs,
                                                           int32_t bias_first,
                                                           int32_t bias_second) {
    int32_t a[N], b[N];
    for (int n = 0; n < N; ++n) a[n] = bias_first, b[n] = bias_second;
    for (const uint32_t* end = weights + 2 * pairs; weights != end; weights += 2, pixels += N)
        for (int n = 0; n < N; ++n) {
            a[n] = smlad(weights[0], pixels[n], a[n]);
            b[n] = smlad(weights[1], pixels[n], b[n]);
        }
    block_sums<N> sums;
    for (int n = 0; n < N; ++n) sums.first[n] = a[n], sums.second[n] = b[n];
    return sums;
}

/// Sums of N pixels for each of two outputs, from their biases on. Weights are in pairs: `words` of
/// them, as many as pairs of elements.
template <int N>
[[gnu::always_inline]] inline block_sums<N> multiply_paired(const uint32_t* weights,
                                                            const uint32_t* pixels, int32_t words,
                                                            int32_t bias_first,
                                                            int32_t bias_second) {
    int32_t a[N], b[N];
    for (int n = 0; n < N; ++n) a[n] = b[n] = bias_first;
    for (const uint32_t* end = weights + words; weights != end; weights += 2, pixels += 2 * N)
#pragma GCC unroll 2
        for (int i = 0; i < 2; ++i) {
            const uint32_t both = weights[i], first = sxtb16(both);
            for (int n = 0; n < N; ++n) {
                a[n] = smlad(first, pixels[i * N + n], a[n]);
                b[n] = smlad(both, pixels[i * N + n], b[n]);
            }
        }
    block_sums<N> sums;
    for (int n = 0; n < N; ++n) {
        sums.first[n] = a[n];
        sums.second[n] = second_sum(a[n], b[n]) + bias_second;
    }
    return sums;
}

/// Sums of N pixels with two outputs, whose weights are widened or lie in pairs.
template <weight_order Order, int N>
[[gnu::always_inline]] inline block_sums<N> multiply(const uint32_t* weights,
                                                     const uint32_t* pixels, int32_t pairs,
                                                     int32_t bias_first, int32_t bias_second) {
    if constexpr (Order == weight_order::canonical)
        return multiply_block<N>(weights, pixels, pairs, bias_first, bias_second);
    else
        return multiply_paired<N>(weights, pixels, pairs, bias_first, bias_second);
}

}  // namespace tigris::kernels::arm_dsp_kernels
