// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A vector times the weights of four outputs at a time, which lie in pairs (paired_weights.hpp).

#include <tigris/kernels/arm_dsp/paired_sum.hpp>
#include <tigris/kernels/arm_dsp/vector_shape.hpp>
#include <tigris/kernels/arm_dsp/widen.hpp>
#include <tigris/kernels/portable/gemm.hpp>

namespace tigris::kernels::dsp {

/// Adds the products of four elements with a word of each pair of outputs in turn.
[[gnu::always_inline]] inline void add_four(paired_sum& low, paired_sum& high,
                                            const uint32_t* weights, const uint32_t* x) {
    add_word(low, weights[0], x[0]);
    add_word(high, weights[1], x[0]);
    add_word(low, weights[2], x[1]);
    add_word(high, weights[3], x[1]);
}

#if TIGRIS_HAS_ALL_REGISTERS

// clang-format off
#define TIGRIS_ADD_FOUR                     \
    "ldmia %[w]!, {r3, r4, r5, r6}\n"       \
    "ldrd %[y], %[z], [%[x]], #8\n"         \
    "sxtb16 %[t], r3\n"                     \
    "smlad %[b], r3, %[y], %[b]\n"          \
    "smlad %[a], %[t], %[y], %[a]\n"        \
    "sxtb16 %[t], r4\n"                     \
    "smlad %[d], r4, %[y], %[d]\n"          \
    "smlad %[c], %[t], %[y], %[c]\n"        \
    "sxtb16 %[t], r5\n"                     \
    "smlad %[b], r5, %[z], %[b]\n"          \
    "smlad %[a], %[t], %[z], %[a]\n"        \
    "sxtb16 %[t], r6\n"                     \
    "smlad %[d], r6, %[z], %[d]\n"          \
    "smlad %[c], %[t], %[z], %[c]\n"
#define TIGRIS_ADD_16 TIGRIS_ADD_FOUR TIGRIS_ADD_FOUR TIGRIS_ADD_FOUR TIGRIS_ADD_FOUR
// clang-format on

/// The same for 32 elements; both pointers move behind them.
[[gnu::always_inline]] inline void add_32(paired_sum& low, paired_sum& high,
                                          const uint32_t*& weights, const uint32_t*& x) {
    uint32_t y, z, t;
    asm volatile(
        TIGRIS_ADD_16 TIGRIS_ADD_16
        : [a] "+&r"(low.first), [b] "+&r"(low.both), [c] "+&r"(high.first), [d] "+&r"(high.both),
          [w] "+&r"(weights), [x] "+&r"(x), [y] "=&r"(y), [z] "=&r"(z), [t] "=&r"(t)
        :
        : "r3", "r4", "r5", "r6", "memory");
}

#undef TIGRIS_ADD_16
#undef TIGRIS_ADD_FOUR

#else

inline void add_32(paired_sum& low, paired_sum& high, const uint32_t*& weights,
                   const uint32_t*& x) {
    for (int i = 0; i < 8; ++i, weights += 4, x += 2) add_four(low, high, weights, x);
}

#endif

[[gnu::always_inline]] inline void add_to(int32_t* sums, const paired_sum& sum, bool has_second) {
    sums[0] += sum.first;
    if (has_second) sums[1] += sum.apart().second;
}

/// `elements` of `x` as widen() leaves them, a multiple of four; the weights of four outputs.
[[gnu::always_inline]] inline void add_to_four(int32_t* sums, const uint32_t* weights,
                                               const uint32_t* x, int32_t elements,
                                               bool has_fourth) {
    paired_sum low, high;
    for (; elements >= 32; elements -= 32) add_32(low, high, weights, x);
    for (; elements > 0; elements -= 4, weights += 4, x += 2) add_four(low, high, weights, x);
    add_to(sums, low, true);
    add_to(sums + 2, high, has_fourth);
}

/// The same for two outputs.
inline void add_to_two(int32_t* sums, const uint32_t* weights, const uint32_t* x, int32_t elements,
                       bool has_second) {
    paired_sum sum;
    add_words(sum, weights, x, elements / 2);
    add_to(sums, sum, has_second);
}

/// `count` elements from `x` on, `before` zeros before them, and zeros behind them up to a multiple
/// of four; gives how many these are.
inline int32_t widen_between_zeros(uint32_t* to, const int8_t* x, int32_t before, int32_t count) {
    uint32_t* at = to;
    if (before > 0) {
        const int32_t first = count < 4 - before ? count : 4 - before;
        uint32_t word = 0;
        for (int32_t i = 0; i < first; ++i) word |= uint32_t(uint8_t(x[i])) << (8 * (before + i));
        const uint32_t words[]{word};
        at = widen_words(at, words);
        x += first, count -= first;
    }
    at = widen<1>(at, &x, count);
    return int32_t(at - to) * 2;
}

/// Adds the products of elements [first, first + count) to all sums.
[[gnu::noinline]] inline void add_piece_to_four(uint32_t* wide, const gemm_layer<int8_t>& layer,
                                                const int8_t* x, int32_t first, int32_t count,
                                                int32_t* sums) {
    const weight_extents extents{layer.channels_out, 1, layer.channels_in};
    const int32_t before = first % 4, outputs = extents.outputs, depth = extents.depth();
    const int32_t elements = widen_between_zeros(wide, x, before, count);
    const int8_t* weights = layer.weights.bytes;
    int32_t o = 0;
    for (; o + 4 <= extents.padded_outputs(); o += 4)
        add_to_four(sums + o, words_at(weights + o * depth + 4 * (first - before)), wide, elements,
                    o + 3 < outputs);
    if (o < outputs)
        add_to_two(sums + o, words_at(weights + o * depth + 2 * (first - before)), wide, elements,
                   o + 1 < outputs);
}

/// Adds the products of `count` elements of the vector, from element `first` at `x` on, to all
/// sums.
inline void add_vector_to_four(uint32_t* wide, const gemm_layer<int8_t>& layer, const int8_t* x,
                               int32_t first, int32_t count, int32_t* sums) {
    while (count > 0) {
        const int32_t room = vector_elements - first % 4, now = count < room ? count : room;
        add_piece_to_four(wide, layer, x, first, now, sums);
        x += now, first += now, count -= now;
    }
}

}  // namespace tigris::kernels::dsp
