// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Fully connected layer of bytes whose weights are int4: four instructions make two of them halves
// of 16 times their value, which sums are divided by at the end.

#include <tigris/kernels/arm_dsp/gemm/kernel.hpp>
#include <tigris/kernels/int4_weights/kernels.hpp>

namespace tigris::kernels {
namespace arm_dsp_kernels {

/// Whether each output's weights are whole words, and 32 bits hold 16 times a sum. Four outputs'
/// worth of working memory holds the vector.
constexpr bool multiplies_int4_words(int32_t elements, int32_t outputs) {
    return elements % 8 == 0 && elements <= 65536 && outputs >= 4;
}

/// A vector as 16-bit elements, in the order in which a word of weights has theirs: 0 and 4, 2 and
/// 6, 1 and 5, 3 and 7.
[[gnu::noinline]] inline void widen_for_int4(uint32_t* to, const int8_t* x, int32_t count) {
    for (; count > 0; count -= 8, x += 8, to += 4) {
        const uint32_t a = load_word(x), b = load_word(x + 4);
        const uint32_t even_a = sxtb16(a), odd_a = sxtb16_ror8(a);
        const uint32_t even_b = sxtb16(b), odd_b = sxtb16_ror8(b);
        to[0] = low_halves(even_a, even_b);
        to[1] = high_halves(even_a, even_b);
        to[2] = low_halves(odd_a, odd_b);
        to[3] = high_halves(odd_a, odd_b);
    }
}

/// Adds 16 times eight products.
[[gnu::always_inline]] inline int32_t add_int4(int32_t sum, uint32_t weights, const uint32_t* x) {
    constexpr uint32_t upper = 0xF0F0F0F0u;
    const uint32_t even = weights << 4 & upper, odd = weights & upper;
    sum = smlad(sxtb16(even), x[0], sum);
    sum = smlad(sxtb16_ror8(even), x[1], sum);
    sum = smlad(sxtb16(odd), x[2], sum);
    return smlad(sxtb16_ror8(odd), x[3], sum);
}

/// The sums of two outputs.
[[gnu::noinline]] inline two_sums multiply_int4(const uint32_t* x, const int8_t* first,
                                                const int8_t* second, int32_t count) {
    two_sums sums{};
    for (; count > 0; count -= 8, x += 4, first += 4, second += 4) {
        sums.first = add_int4(sums.first, load_word(first), x);
        sums.second = add_int4(sums.second, load_word(second), x);
    }
    return {sums.first / 16, sums.second / 16};
}

/// A whole vector.
template <finish_key Key>
[[gnu::noinline]] inline void multiply_int4_vector(const gemm_layer<int8_t>& layer, uint32_t* wide,
                                                   const int8_t* x, int8_t* out) {
    constexpr int32_t at_once = 32;  // sums on the stack
    const int32_t elements = layer.channels_in, outputs = layer.channels_out;
    widen_for_int4(wide, x, elements);
    int32_t sums[at_once];
    for (int32_t o = 0; o < outputs; o += at_once) {
        const int32_t count = outputs - o < at_once ? outputs - o : at_once;
        for (int32_t i = 0; i < count; i += 2) {
            const int8_t* first = layer.weights.bytes + (o + i) * (elements / 2);
            const int32_t next = i + 1 < count ? 1 : 0;
            const two_sums made =
                multiply_int4(wide, first, first + next * (elements / 2), elements);
            sums[i] = made.first;
            sums[i + next] = made.second;
        }
        end_outputs<Key>(layer, sums, o, count, out);
    }
}

}  // namespace arm_dsp_kernels

template <gemm_key G>
    requires(arm_dsp_kernels::multiplies_vectors(G.in, G.out))
inline void rows(arm_dsp_tag tag, const gemm_layer<int4_weights>& layer, int8_t* out,
                 int32_t row_count, const row_window<int8_t>& in) {
    const int32_t elements = layer.channels_in, outputs = layer.channels_out;
    if (!arm_dsp_kernels::multiplies_int4_words(elements, outputs))
        return int4_weights_kernels::rows_by_outputs<G>(tag, layer, out, row_count, in);
    const auto packed = int4_weights_kernels::layer_of_outputs<G.finish, gemm_layer<int8_t>>(
        layer, layer.weights.bytes, 0, outputs);
    for (int32_t y = 0; y < row_count; ++y)
        for (int32_t v = 0; v < layer.vectors; ++v, out += outputs)
            arm_dsp_kernels::multiply_int4_vector<G.finish>(
                packed, first_word<uint32_t>(tag.scratch), in(y) + v * elements, out);
}

}  // namespace tigris::kernels
