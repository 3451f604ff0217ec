// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Fully connected layer: inner products of a vector with four outputs' weights at a time, which are
// read once.

#include <tigris/kernels/contract/key.hpp>
#include <tigris/kernels/portable/gemm.hpp>
#include <tigris/kernels/simd/finish_block.hpp>
#include <tigris/kernels/simd/gemm/inner_product.hpp>

namespace tigris::kernels {

/// The weights of neighboring outputs lie G.channels_in (or the layer's) elements apart.
template <gemm_key G, class In>
    requires(simd_kernels::multiplies(G.in, G.out))
[[gnu::noinline]] inline void add_rows(simd_tag, const gemm_layer<In>& layer,
                                       accumulator_t<In>* sums, const row_window<In>& in,
                                       int32_t first_row, int32_t row_count) {
    const int32_t channels = known_or(G.channels_in, layer.channels_in);
    const int32_t outputs = known_or(G.channels_out, layer.channels_out);
    const int32_t span = channels / (G.vector_rows ? G.vector_rows : 1);
    for (int32_t y = 0; y < row_count; ++y)
        simd_kernels::add_inner_products(sums, in(y), span, layer.weights + (first_row + y) * span,
                                         channels, outputs);
}

template <gemm_key G, class In, class Out>
    requires(simd_kernels::multiplies(G.in, G.out))
[[gnu::noinline]] inline void rows(simd_tag, const gemm_layer<In>& layer, Out* out,
                                   int32_t row_count, const row_window<In>& in) {
    constexpr int32_t at_once = 64;
    const int32_t channels = known_or(G.channels_in, layer.channels_in);
    const int32_t outputs = known_or(G.channels_out, layer.channels_out);
    for (int32_t v = 0; v < row_count * layer.vectors; ++v, out += outputs) {
        const In* x = in(v / layer.vectors) + v % layer.vectors * channels;
        for (int32_t o = 0; o < outputs; o += at_once) {
            const int32_t count = outputs - o < at_once ? outputs - o : at_once;
            accumulator_t<In> sums[at_once]{};
            simd_kernels::add_inner_products(sums, x, channels, layer.weights + o * channels,
                                             channels, count);
            for (int32_t i = 0; i < count; i += simd_kernels::block_outputs) {
                const int32_t taken = count - i < simd_kernels::block_outputs
                                          ? count - i
                                          : simd_kernels::block_outputs;
                const simd_kernels::finisher<G.finish, In, Out> finish(layer.result, o + i, taken,
                                                                       channels);
                finish(sums + i, taken, out + o + i);
            }
        }
    }
}

}  // namespace tigris::kernels
