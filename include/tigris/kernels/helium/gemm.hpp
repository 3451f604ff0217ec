// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Fully connected layer of bytes: a vector times eight outputs' weights, or four's where they do
// not lie in fours.

#include <tigris/kernels/helium/multiply_vector.hpp>
#include <tigris/kernels/helium/window_shape.hpp>
#include <tigris/kernels/portable/gemm.hpp>

namespace tigris::kernels {
namespace mve {

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

/// Gives `take(first output, how many, sums)` the sums of all outputs over elements [first, first +
/// count) of a vector, at most four outputs at a time.
template <weight_order Order, class Take>
[[gnu::always_inline]] inline void multiply_vector(const gemm_layer<int8_t>& layer, const int8_t* x,
                                                   int32_t first, int32_t count, const Take& take) {
    const int32_t outputs = layer.channels_out;
    const int8_t* weights = layer.weights.bytes;
    if constexpr (Order == weight_order::helium_fours) {
        const int32_t four = 64 * ((layer.channels_in + 15) / 16);
        const vector_parts parts(x, first, count);
        eight_job job;
        for (int32_t o = 0; o < outputs; o += 8, weights += 2 * four) {
            const int32_t rest = outputs - o;
            job.apart = rest > 4 ? four : 0;
            multiply_parts(job, parts, weights);
            take(o, rest < 4 ? rest : 4, job.first);
            if (rest > 4) take(o + 4, rest < 8 ? rest - 4 : 4, job.second);
        }
    } else {
        weights += first;
        for (int32_t o = 0; o < outputs; o += 4, weights += 4 * layer.channels_in) {
            const int32_t rest = outputs - o, taken = rest < 4 ? rest : 4;
            if (taken == 4)
                take(o, 4, multiply_rows(x, weights, layer.channels_in, count));
            else  // the rows that are missing cannot be read
                for (int32_t i = 0; i < taken; ++i)
                    take(o + i, 1, multiply_rows(x, weights + i * layer.channels_in, 0, count));
        }
    }
}

}  // namespace mve

template <geometry G>
    requires(mve::multiplies_windows(G.in, G.out, 1))
[[gnu::noinline]] inline void add_rows(helium_tag, const gemm_layer<int8_t>& layer, int32_t* sums,
                                       const row_window<int8_t>& in, int32_t first_row,
                                       int32_t row_count) {
    const int32_t piece = layer.channels_in / (G.pieces ? G.pieces : 1);
    const auto add = [&](int32_t first, int32_t count, mve::words made) {
        for (int32_t i = 0; i < count; ++i) sums[first + i] += made[i];
    };
    for (int32_t y = 0; y < row_count; ++y)
        mve::multiply_vector<G.weights>(layer, in(y), (first_row + y) * piece, piece, add);
}

template <geometry G>
    requires(mve::multiplies_windows(G.in, G.out, 1))
[[gnu::noinline]] inline void end(helium_tag, const gemm_layer<int8_t>& layer, const int32_t* sums,
                                  int8_t* out) {
    for (int32_t o = 0; o < layer.channels_out; ++o)
        out[o] = finish<G, int8_t>(layer.result, o, sums[o]);
}

template <geometry G>
    requires(mve::multiplies_windows(G.in, G.out, 1))
[[gnu::noinline]] inline void rows(helium_tag, const gemm_layer<int8_t>& layer, int8_t* out,
                                   int32_t row_count, const row_window<int8_t>& in) {
    const epilogue<int8_t>& e = layer.result;
    const auto finish = [&](int32_t first, int32_t count, mve::words sums) {
        const mve::lane_scales scales = mve::scales_of<mve::finish_key(G)>(e, first, count);
        mve::finish_lanes<mve::finish_key(G)>(e, scales, first, count, sums, out + first);
    };
    for (int32_t y = 0; y < row_count; ++y)
        for (int32_t v = 0; v < layer.vectors; ++v, out += layer.channels_out)
            mve::multiply_vector<G.weights>(layer, in(y) + v * layer.channels_in, 0,
                                            layer.channels_in, finish);
}

}  // namespace tigris::kernels
