// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Fully connected layer of bytes: the vector is widened once, for all outputs.

#include <stddef.h>
#include <stdint.h>
#include <tigris/kernels/arm_dsp/channel_scale.hpp>
#include <tigris/kernels/arm_dsp/gemm/shape.hpp>
#include <tigris/kernels/arm_dsp/gemm/vector_by_fours.hpp>
#include <tigris/kernels/arm_dsp/product_key.hpp>
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

/// Adds the next eight products to each sum. Weights begin at words.
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

/// Adds the products of `count` elements, at first `span`, to the sums of `outputs` outputs, two by
/// two. The last of an odd number of outputs is its own neighbor.
[[gnu::noinline]] inline void add_canonical_span(const widened_span& span, int32_t count,
                                                 const int8_t* weights, int32_t channels,
                                                 int32_t outputs, int32_t* sums) {
    weights += span.begin;
    for (int32_t o = 0; o < outputs; o += 2, weights += 2 * channels) {
        const int32_t next = o + 1 < outputs ? 1 : 0;
        const two_sums made = add_dots({sums[o], sums[o + next]}, span.wide, weights,
                                       weights + next * channels, count);
        sums[o] = made.first;
        sums[o + next] = made.second;
    }
}

/// Elements [first, first + count) of a vector, which begin at `x`.
struct vector_span {
    const int8_t* x;
    int32_t first;
    int32_t count;

    /// The elements that can be widened at once; without them.
    vector_span beginning() const {
        const int32_t room = vector_elements - first % 4;
        return {x, first, count < room ? count : room};
    }
    vector_span without(const vector_span& s) const {
        return {x + s.count, first + s.count, count - s.count};
    }
};

template <weight_order Order, bool Compact>
[[gnu::always_inline]] inline widened_span widened(void* scratch, const vector_span& s) {
    uint32_t* const wide = widened_vector(scratch);
    if constexpr (Order == weight_order::canonical) {
        widen<1>(wide, &s.x, s.count);
        return {wide, s.count / 2, s.first};
    }
    const int32_t before = s.first % 4;
    const int32_t words = Compact ? widen_compactly(wide, s.x, before, s.count)
                                  : widen_between_zeros(wide, s.x, before, s.count) / 2;
    return {wide, words, s.first - before};
}

/// Adds the products of a span, widened, to the sums of outputs [o, o + outputs).
template <weight_order Order, bool Compact>
[[gnu::always_inline]] inline void add_span(const gemm_layer<int8_t>& layer,
                                            const widened_span& span, int32_t count, int32_t o,
                                            int32_t outputs, int32_t* sums) {
    const int32_t channels = layer.channels_in;
    if constexpr (Order == weight_order::canonical) {
        add_canonical_span(span, count, layer.weights.bytes + o * channels, channels, outputs,
                           sums);
    } else {
        const int32_t depth = weight_extents{layer.channels_out, 1, channels}.depth();
        const int8_t* const weights = layer.weights.bytes + o * depth;
        if constexpr (Compact)
            add_span_compactly(span, depth, weights, outputs, sums);
        else
            add_span_to_four(span, depth, weights, outputs, sums);
    }
}

/// Adds the products of a span to all sums.
template <weight_order Order, bool Compact>
[[gnu::always_inline]] inline void add_vector(void* scratch, const gemm_layer<int8_t>& layer,
                                              vector_span s, int32_t* sums) {
    while (s.count > 0) {
        const vector_span now = s.beginning();
        add_span<Order, Compact>(layer, widened<Order, Compact>(scratch, now), now.count, 0,
                                 layer.channels_out, sums);
        s = s.without(now);
    }
}

/// Ends the sums of outputs [first, first + count).
template <finish_key Key>
[[gnu::noinline]] inline void end_outputs(const gemm_layer<int8_t>& layer, const int32_t* sums,
                                          int32_t first, int32_t count, int8_t* out) {
    const epilogue<int8_t>& e = layer.result;
    const scale_reader<Key> scales(e, layer.channels_in);
    if constexpr (Key.short_scales && !Key.per_channel) {
        const channel_scale s = scales.of_bias(0, 0);
        // A question whether there are biases would be asked for each output.
        const int32_t none = 0, step = e.bias ? 1 : 0;
        const int32_t* bias = e.bias ? e.bias + first : &none;
        int8_t* to = out + first;
        for (const int32_t* const end = sums + count; sums != end; ++sums, bias += step)
            *to++ = finish_short<short_rescaling_of(Key)>(*sums + *bias, s);
    } else {
        for (int32_t o = first; o < first + count; ++o, ++sums) {
            const channel_scale s = scales(o);
            out[o] = is_short<Key>(s) ? finish_short<short_rescaling_of(Key)>(*sums + s.bias, s)
                                      : finish_slowly<Key>(e, o, *sums);
        }
    }
    if (is_limited(e.codes)) limit_codes(e.codes, out + first, count, 1);
}

/// Zeros, without a call of memset(), whose small versions go byte by byte.
inline void clear(int32_t* sums, int32_t count) {
    int32_t zero = 0;
    asm("" : "+r"(zero));
    for (; count >= 4; count -= 4, sums += 4) sums[0] = sums[1] = sums[2] = sums[3] = zero;
    for (; count > 0; --count) *sums++ = zero;
}

/// A whole vector. All of its elements are widened, and then multiplied for some outputs after the
/// other. If there are too many elements, they are widened span by span, for all outputs.
template <product_key Key>
[[gnu::noinline]] inline void multiply_vector(void* scratch, const gemm_layer<int8_t>& layer,
                                              const int8_t* x, int8_t* out) {
    const int32_t outputs = layer.channels_out, elements = layer.channels_in;
    const int32_t at_once = outputs_at_once(elements, outputs);
    int32_t* const sums = sums_behind(scratch, elements);
    const vector_span all{x, 0, elements}, begin = all.beginning();
    const widened_span span = widened<Key.weights, Key.compact>(scratch, begin);
    for (int32_t o = 0; o < outputs; o += at_once) {
        const int32_t count = outputs - o < at_once ? outputs - o : at_once;
        clear(sums, count);
        add_span<Key.weights, Key.compact>(layer, span, begin.count, o, count, sums);
        add_vector<Key.weights, Key.compact>(scratch, layer, all.without(begin), sums);
        end_outputs<Key.finish>(layer, sums, o, count, out);
    }
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
        arm_dsp_kernels::add_vector<G.weights, G.compact>(
            tag.scratch, layer, {in(y), (first_row + y) * span, span}, sums);
}

template <gemm_key G>
    requires(arm_dsp_kernels::multiplies_vectors(G.in, G.out))
inline void end(arm_dsp_tag, const gemm_layer<int8_t>& layer, const int32_t* sums, int8_t* out) {
    arm_dsp_kernels::end_outputs<G.finish>(layer, sums, 0, layer.channels_out, out);
}

template <gemm_key G>
    requires(arm_dsp_kernels::multiplies_vectors(G.in, G.out))
inline void end(arm_dsp_tag, const gemm_layer<int8_t>& layer, const int32_t* sums, int32_t* out) {
    for (int32_t o = 0; o < layer.channels_out; ++o) out[o] = sums[o];
}

template <gemm_key G>
    requires(arm_dsp_kernels::multiplies_vectors(G.in, G.out))
inline void rows(arm_dsp_tag tag, const gemm_layer<int8_t>& layer, int8_t* out, int32_t row_count,
                 const row_window<int8_t>& in) {
    for (int32_t y = 0; y < row_count; ++y)
        for (int32_t v = 0; v < layer.vectors; ++v, out += layer.channels_out)
            arm_dsp_kernels::multiply_vector<arm_dsp_kernels::product_key_of(G)>(
                tag.scratch, layer, in(y) + v * layer.channels_in, out);
}

/// Sums are added up where they go.
template <gemm_key G>
    requires(arm_dsp_kernels::multiplies_vectors(G.in, G.out))
inline void rows(arm_dsp_tag tag, const gemm_layer<int8_t>& layer, int32_t* out, int32_t row_count,
                 const row_window<int8_t>& in) {
    for (int32_t y = 0; y < row_count; ++y)
        for (int32_t v = 0; v < layer.vectors; ++v, out += layer.channels_out) {
            begin<G>(tag, layer, out);
            arm_dsp_kernels::add_vector<G.weights, G.compact>(
                tag.scratch, layer, {in(y) + v * layer.channels_in, 0, layer.channels_in}, out);
        }
}

}  // namespace tigris::kernels
