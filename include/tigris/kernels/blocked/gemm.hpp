// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Fully connected layer in plain C++: four outputs at a time.

#include <tigris/kernels/blocked/multiply_block.hpp>
#include <tigris/kernels/contract/key.hpp>
#include <tigris/kernels/portable/gemm.hpp>

namespace tigris::kernels {

template <gemm_key G, class T, class Out>
    requires(blocked_kernels::multiplies<T>(G.in, G.out))
inline void rows(blocked_kernels::tag_for<T>, const gemm_layer<T>& layer, Out* out,
                 int32_t row_count, const row_window<activation_t<T>>& in) {
    const int32_t channels = known_or(G.channels_in, layer.channels_in);
    for (int32_t y = 0; y < row_count; ++y, out += layer.vectors * layer.channels_out)
        blocked_kernels::multiply_windows<products_key_of(G), activation_t<T>>(
            layer.result, layer.weights, {in(y), channels, channels}, layer.vectors,
            layer.channels_out, out, layer.channels_out);
}

namespace blocked_kernels {

/// Adds the products of a span of the vector, from element `first` on, to all sums.
template <weight_order Order, class T>
[[gnu::noinline]] inline void add_vector_span(const gemm_layer<T>& layer, const activation_t<T>* x,
                                              int32_t first, int32_t count,
                                              accumulator_t<T>* sums) {
    for (int32_t o = 0; o < layer.channels_out; o += 4) {
        const int32_t here = layer.channels_out - o < 4 ? layer.channels_out - o : 4;
        accumulator_t<T> four[1][4]{};
        for (int i = 0; i < 4; ++i)
            if (i < here) four[0][i] = sums[o + i];
        multiply_block(
            x, 0,
            weights_of_four<Order, weight_t<T>>(layer.weights, o, here, layer.channels_in, first),
            count, four);
        for (int i = 0; i < 4; ++i)
            if (i < here) sums[o + i] = four[0][i];
    }
}

}  // namespace blocked_kernels

template <gemm_key G, class T>
    requires(blocked_kernels::multiplies<T>(G.in, G.out))
inline void add_rows(blocked_kernels::tag_for<T>, const gemm_layer<T>& layer,
                     accumulator_t<T>* sums, const row_window<activation_t<T>>& in,
                     int32_t first_row, int32_t row_count) {
    const int32_t channels = known_or(G.channels_in, layer.channels_in);
    const int32_t span = channels / (G.vector_rows ? G.vector_rows : 1);
    for (int32_t y = 0; y < row_count; ++y)
        blocked_kernels::add_vector_span<G.weights>(layer, in(y), (first_row + y) * span, span,
                                                    sums);
}

}  // namespace tigris::kernels
