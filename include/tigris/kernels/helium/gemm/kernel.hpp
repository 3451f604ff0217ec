// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Fully connected layer of bytes: a vector times eight outputs' weights, or four's where they do
// not lie in fours.

#include <tigris/kernels/helium/conv/shape.hpp>
#include <tigris/kernels/helium/gemm/multiply_vector.hpp>
#include <tigris/kernels/portable/gemm.hpp>

namespace tigris::kernels {
namespace helium_kernels {

/// Sums of `count` products with four outputs' weights in canonical order, `apart` bytes apart.
[[gnu::always_inline]] inline words multiply_rows(const int8_t* x, const int8_t* weights,
                                                  int32_t apart, int32_t count) {
    int32_t sums[4]{};
    const int8_t *a = weights, *b = a + apart, *c = b + apart, *d = c + apart;
    for (; count >= 16; count -= 16, x += 16, a += 16, b += 16, c += 16, d += 16) {
        const bytes v = load<bytes>(x);
        sums[0] = multiply_across(sums[0], v, load<bytes>(a));
        sums[1] = multiply_across(sums[1], v, load<bytes>(b));
        sums[2] = multiply_across(sums[2], v, load<bytes>(c));
        sums[3] = multiply_across(sums[3], v, load<bytes>(d));
    }
    if (count > 0) {
        const bytes v = load_first(x, count);
        sums[0] = multiply_across(sums[0], v, load_first(a, count));
        sums[1] = multiply_across(sums[1], v, load_first(b, count));
        sums[2] = multiply_across(sums[2], v, load_first(c, count));
        sums[3] = multiply_across(sums[3], v, load_first(d, count));
    }
    return load<words>(sums);
}

/// Sums of `count` products for each of `outputs` outputs, in order. Weights of outputs lie `apart`
/// bytes apart.
[[gnu::noinline]] inline void multiply_all_rows(const int8_t* x, const int8_t* weights,
                                                int32_t apart, int32_t count, int32_t outputs,
                                                int32_t* sums) {
    for (; outputs >= 4; outputs -= 4, sums += 4, weights += 4 * apart)
        store(sums, multiply_rows(x, weights, apart, count));
    for (; outputs > 0; --outputs, ++sums, weights += apart)
        sums[0] = multiply_rows(x, weights, 0, count)[0];
}

/// Elements [first, first + count) of a vector, from `x` on.
struct vector_span {
    const int8_t* x;
    int32_t first;
    int32_t count;
};

/// Gives `take(first output, how many, sums)` the sums of all outputs over a span, some at a time.
template <weight_order Order, class Take>
[[gnu::always_inline]] inline void multiply_span(const gemm_layer<int8_t>& layer,
                                                 const vector_span& span, const Take& take) {
    constexpr int32_t at_once = 48;  // sums on the stack
    const int32_t channels = layer.channels_in, apart = (channels + 15) / 16 * 64;
    const int8_t* const weights = layer.weights.bytes;
    const vector_blocks blocks(span.x, span.first, span.count);
    int32_t sums[at_once];
    for (int32_t o = 0; o < layer.channels_out; o += at_once) {
        const int32_t rest = layer.channels_out - o, taken = rest < at_once ? rest : at_once;
        if constexpr (Order == weight_order::helium_fours)
            multiply_blocks(blocks, weights + o / 4 * apart, apart, (taken + 3) / 4, sums);
        else
            multiply_all_rows(span.x, weights + o * channels + span.first, channels, span.count,
                              taken, sums);
        take(o, taken, sums);
    }
}

/// Codes of channels [first, first + count) from their sums, without bias, whatever their scales.
template <finish_key Key>
[[gnu::noinline]] inline void finish_each(const epilogue<int8_t>& e, const int32_t* sums,
                                          int32_t first, int32_t count, int8_t* out) {
    for (int32_t i = 0; i < count; ++i) out[i] = finish<Key, int8_t>(e, first + i, sums[i]);
}

/// Finishes `fours` times four channels, whose scales are short.
template <finish_key Key>
[[gnu::noinline]] inline void finish_fours(const epilogue<int8_t>& e, const int32_t* sums,
                                           int32_t first, int32_t fours, int8_t* out) {
    own_scales own;
    scale_walk walk = walk_scales<Key>(e, first, own);
    const int32_t zero_point = e.codes.zero_point;
    for (; fours > 0; --fours, sums += 4, out += 4) {
        const words units = rescaled<Key.rounds>(load<words>(sums), next_scales<Key.rounds>(walk));
        store_lowest(out, narrow_words(units, zero_point));
    }
}

template <finish_key Key>
[[gnu::noinline]] inline void finish_sums(const epilogue<int8_t>& e, const int32_t* sums,
                                          int32_t first, int32_t count, int8_t* out) {
    const int32_t done = are_all_short<Key>(e, first, count) ? count & ~3 : 0;
    finish_fours<Key>(e, sums, first, done / 4, out);
    if (done < count) finish_each<Key>(e, sums + done, first + done, count - done, out + done);
    if (done && is_limited(e.codes))
        limit_span(all_bytes(e.codes.low), all_bytes(e.codes.high), out, done);
}

}  // namespace helium_kernels

template <gemm_key G>
    requires(helium_kernels::multiplies_windows(G.in, G.out, 1))
[[gnu::noinline]] inline void add_rows(helium_tag, const gemm_layer<int8_t>& layer, int32_t* sums,
                                       const row_window<int8_t>& in, int32_t first_row,
                                       int32_t row_count) {
    const int32_t span = layer.channels_in / (G.vector_rows ? G.vector_rows : 1);
    const auto add = [&](int32_t first, int32_t count, const int32_t* made) {
        for (int32_t i = 0; i < count; ++i) sums[first + i] += made[i];
    };
    for (int32_t y = 0; y < row_count; ++y)
        helium_kernels::multiply_span<G.weights>(layer, {in(y), (first_row + y) * span, span}, add);
}

template <gemm_key G>
    requires(helium_kernels::multiplies_windows(G.in, G.out, 1))
[[gnu::always_inline]] inline void end(helium_tag, const gemm_layer<int8_t>& layer,
                                       const int32_t* sums, int8_t* out) {
    helium_kernels::finish_sums<G.finish>(layer.result, sums, 0, layer.channels_out, out);
}

template <gemm_key G>
    requires(helium_kernels::multiplies_windows(G.in, G.out, 1))
[[gnu::noinline]] inline void rows(helium_tag, const gemm_layer<int8_t>& layer, int8_t* out,
                                   int32_t row_count, const row_window<int8_t>& in) {
    const int32_t channels = layer.channels_in;
    const auto finish = [&](int32_t first, int32_t count, const int32_t* sums) {
        helium_kernels::finish_sums<G.finish>(layer.result, sums, first, count, out + first);
    };
    for (int32_t y = 0; y < row_count; ++y)
        for (int32_t v = 0; v < layer.vectors; ++v, out += layer.channels_out)
            helium_kernels::multiply_span<G.weights>(layer, {in(y) + v * channels, 0, channels},
                                                     finish);
}

template <gemm_key G>
    requires(helium_kernels::multiplies_windows(G.in, G.out, 1))
inline void end(helium_tag, const gemm_layer<int8_t>& layer, const int32_t* sums, int32_t* out) {
    for (int32_t o = 0; o < layer.channels_out; ++o) out[o] = sums[o];
}

template <gemm_key G>
    requires(helium_kernels::multiplies_windows(G.in, G.out, 1))
[[gnu::noinline]] inline void rows(helium_tag, const gemm_layer<int8_t>& layer, int32_t* out,
                                   int32_t row_count, const row_window<int8_t>& in) {
    const int32_t channels = layer.channels_in;
    const auto keep = [&](int32_t first, int32_t count, const int32_t* sums) {
        for (int32_t i = 0; i < count; ++i) out[first + i] = sums[i];
    };
    for (int32_t y = 0; y < row_count; ++y)
        for (int32_t v = 0; v < layer.vectors; ++v, out += layer.channels_out)
            helium_kernels::multiply_span<G.weights>(layer, {in(y) + v * channels, 0, channels},
                                                     keep);
}

}  // namespace tigris::kernels
