// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Fully connected layer of bytes: the vector is widened once, for all outputs.

#include <stdint.h>
#include <tigris/kernels/arm_dsp/channel_scale.hpp>
#include <tigris/kernels/arm_dsp/gemm/shape.hpp>
#include <tigris/kernels/arm_dsp/gemm/vector_by_fours.hpp>
#include <tigris/kernels/arm_dsp/widen.hpp>
#include <tigris/kernels/contract/first_word.hpp>
#include <tigris/kernels/contract/key.hpp>
#include <tigris/kernels/portable/gemm.hpp>

namespace tigris::kernels {
namespace arm_dsp_kernels {

/// Adds eight products each; `x` as widen() leaves it, weights at any address.
[[gnu::always_inline]] inline void add_eight(two_sums& sums, const uint32_t* x, const int8_t* first,
                                             const int8_t* second) {
    for (int i = 0; i < 2; ++i) {
        const uint32_t a = load_word(first + 4 * i), b = load_word(second + 4 * i);
        sums.first = smlad(sxtb16(a), x[2 * i], sums.first);
        sums.first = smlad(sxtb16_ror8(a), x[2 * i + 1], sums.first);
        sums.second = smlad(sxtb16(b), x[2 * i], sums.second);
        sums.second = smlad(sxtb16_ror8(b), x[2 * i + 1], sums.second);
    }
}

/// The same for the next eight; weights begin at words.
[[gnu::always_inline]] inline void add_aligned_eight(two_sums& sums, const uint32_t*& x,
                                                     const int8_t*& first, const int8_t*& second) {
#if TIGRIS_HAS_ALL_REGISTERS
    uint32_t a, b, t, x0, x1, x2, x3;
    asm volatile(
        "ldrd %[x0], %[x1], [%[x]], #8\n"
        "ldrd %[x2], %[x3], [%[x]], #8\n"
        "ldrd %[a], %[b], [%[v]], #8\n"
        "sxtb16 %[t], %[a]\n"
        "smlad %[m], %[t], %[x0], %[m]\n"
        "sxtb16 %[a], %[a], ror #8\n"
        "smlad %[m], %[a], %[x1], %[m]\n"
        "sxtb16 %[t], %[b]\n"
        "smlad %[m], %[t], %[x2], %[m]\n"
        "sxtb16 %[b], %[b], ror #8\n"
        "smlad %[m], %[b], %[x3], %[m]\n"
        "ldrd %[a], %[b], [%[w]], #8\n"
        "sxtb16 %[t], %[a]\n"
        "smlad %[n], %[t], %[x0], %[n]\n"
        "sxtb16 %[a], %[a], ror #8\n"
        "smlad %[n], %[a], %[x1], %[n]\n"
        "sxtb16 %[t], %[b]\n"
        "smlad %[n], %[t], %[x2], %[n]\n"
        "sxtb16 %[b], %[b], ror #8\n"
        "smlad %[n], %[b], %[x3], %[n]\n"
        : [x] "+&r"(x), [v] "+&r"(first), [w] "+&r"(second), [m] "+&r"(sums.first),
          [n] "+&r"(sums.second), [a] "=&r"(a), [b] "=&r"(b), [t] "=&r"(t), [x0] "=&r"(x0),
          [x1] "=&r"(x1), [x2] "=&r"(x2), [x3] "=&r"(x3)
        :
        : "memory");
#else
    add_eight(sums, x, first, second);
    x += 4, first += 8, second += 8;
#endif
}

/// Adds the products of `count` elements, `x` widened, to two outputs' sums.
[[gnu::always_inline]] inline two_sums add_dots(two_sums sums, const uint32_t* x,
                                                const int8_t* first, const int8_t* second,
                                                int32_t count) {
    const auto places = reinterpret_cast<uintptr_t>(first) | reinterpret_cast<uintptr_t>(second);
    if (places % 4 == 0)
        for (; count >= 32; count -= 32)
#pragma GCC unroll 4
            for (int i = 0; i < 4; ++i) add_aligned_eight(sums, x, first, second);
    for (; count >= 8; count -= 8, x += 4, first += 8, second += 8)
        add_eight(sums, x, first, second);
    for (int32_t i = 0; i < count; ++i) {
        // A word has elements 0 and 2 of four, the next one 1 and 3.
        const uint32_t word = x[i / 4 * 2 + i % 2];
        const int32_t element = i % 4 < 2 ? low_half(word) : high_half(word);
        sums.first += element * first[i];
        sums.second += element * second[i];
    }
    return sums;
}

/// Working memory: a widened span of the vector, sums behind it.
inline uint32_t* widened_vector(void* scratch) { return first_word<uint32_t>(scratch); }
inline int32_t* sums_behind(void* scratch, int32_t elements) {
    return reinterpret_cast<int32_t*>(widened_vector(scratch) + vector_words(elements));
}

/// Adds the products of a span of the vector to all sums, two by two. The last of an odd number of
/// outputs is its own neighbor.
[[gnu::noinline]] inline void add_vector_span(uint32_t* wide, const int8_t* x,
                                              const int8_t* weights, int32_t channels,
                                              int32_t count, int32_t outputs, int32_t* sums) {
    widen<1>(wide, &x, count);
    for (int32_t o = 0; o < outputs; o += 2, weights += 2 * channels) {
        const int32_t next = o + 1 < outputs ? 1 : 0;
        const two_sums made =
            add_dots({sums[o], sums[o + next]}, wide, weights, weights + next * channels, count);
        sums[o] = made.first;
        sums[o + next] = made.second;
    }
}

/// As add_vector(), with canonical weights.
inline void add_vector_to_two(uint32_t* wide, const gemm_layer<int8_t>& layer, const int8_t* x,
                              int32_t first, int32_t count, int32_t* sums) {
    for (int32_t i = 0; i < count; i += vector_elements) {
        const int32_t rest = count - i, now = rest < vector_elements ? rest : vector_elements;
        add_vector_span(wide, x + i, layer.weights.bytes + first + i, layer.channels_in, now,
                        layer.channels_out, sums);
    }
}

/// Adds the products of `count` elements of the vector, from element `first` at `x` on, to all
/// sums.
template <weight_order Order, bool Compact>
[[gnu::always_inline]] inline void add_vector(void* scratch, const gemm_layer<int8_t>& layer,
                                              const int8_t* x, int32_t first, int32_t count,
                                              int32_t* sums) {
    if constexpr (Order == weight_order::canonical)
        add_vector_to_two(widened_vector(scratch), layer, x, first, count, sums);
    else
        add_vector_to_four<Compact>(widened_vector(scratch), layer, x, first, count, sums);
}

}  // namespace arm_dsp_kernels

constexpr bool has_short_scales(arm_dsp_tag, const ops::gemm& op, const operands& t,
                                view<const constant> constants, rounding rounds) {
    return !arm_dsp_kernels::multiplies_vectors(t.input(0).type, t.output().type) ||
           by_channel::has_short_scales(op, t, constants, rounds);
}

template <gemm_key G>
    requires(arm_dsp_kernels::multiplies_vectors(G.in, G.out))
inline void add_rows(arm_dsp_tag tag, const gemm_layer<int8_t>& layer, int32_t* sums,
                     const row_window<int8_t>& in, int32_t first_row, int32_t row_count) {
    const int32_t channels = known_or(G.channels_in, layer.channels_in);
    const int32_t span = channels / (G.vector_rows ? G.vector_rows : 1);
    for (int32_t y = 0; y < row_count; ++y)
        arm_dsp_kernels::add_vector<G.weights, G.compact>(tag.scratch, layer, in(y),
                                                          (first_row + y) * span, span, sums);
}

template <gemm_key G>
    requires(arm_dsp_kernels::multiplies_vectors(G.in, G.out))
[[gnu::noinline]] inline void end(arm_dsp_tag, const gemm_layer<int8_t>& layer, const int32_t* sums,
                                  int8_t* out) {
    const epilogue<int8_t>& e = layer.result;
    const arm_dsp_kernels::scale_reader<G.finish> scales(e, layer.channels_in);
    const int32_t outputs = layer.channels_out;
    for (int32_t o = 0; o < outputs; ++o) {
        const arm_dsp_kernels::channel_scale s = scales(o);
        out[o] = arm_dsp_kernels::is_short<G.finish>(s)
                     ? arm_dsp_kernels::finish_short<G.finish.rounds>(sums[o] + s.bias, s)
                     : arm_dsp_kernels::finish_slowly<G.finish>(e, o, sums[o]);
    }
    if (arm_dsp_kernels::is_limited(e.codes))
        arm_dsp_kernels::limit_codes(e.codes, out, outputs, 1);
}

template <gemm_key G>
    requires(arm_dsp_kernels::multiplies_vectors(G.in, G.out))
inline void rows(arm_dsp_tag tag, const gemm_layer<int8_t>& layer, int8_t* out, int32_t row_count,
                 const row_window<int8_t>& in) {
    int32_t* sums = arm_dsp_kernels::sums_behind(tag.scratch, layer.channels_in);
    for (int32_t y = 0; y < row_count; ++y)
        for (int32_t v = 0; v < layer.vectors; ++v, out += layer.channels_out) {
            begin<G>(tag, layer, sums);
            arm_dsp_kernels::add_vector<G.weights, G.compact>(
                tag.scratch, layer, in(y) + v * layer.channels_in, 0, layer.channels_in, sums);
            end<G>(tag, layer, sums, out);
        }
}

}  // namespace tigris::kernels
