// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The inner product of a few windows with a block of outputs.

#include <tigris/kernels/simd/products.hpp>
#include <tigris/kernels/simd/window_shape.hpp>

namespace tigris::kernels::simd {

/// What the sums of a block's outputs start from, if not 0, and the block's weights.
template <class T>
struct packed_block {
    const accumulator_t<T>* starts;
    const typename products<T>::packed_weight* weights;
};

/// Windows lie `depth` elements apart; only the first eight outputs are computed, or all. All sums
/// stay in registers: twelve of AVX2's sixteen, or 24 of NEON's 32.
template <class T, int Pixels, int Eights>
[[gnu::noinline]] void multiply_block(const typename products<T>::element* windows, int32_t depth,
                                      packed_block<T> block, accumulator_t<T>* out) {
    using p = products<T>;
    typename p::sums sums[Pixels][Eights]{};
    if constexpr (is_moved<T>)
        for (int n = 0; n < Pixels; ++n)
            for (int e = 0; e < Eights; ++e)
                sums[n][e] = load<typename p::sums>(block.starts + e * 8);
    const auto* weights = block.weights;
    for (int32_t k = 0; k < depth; k += p::step, weights += block_outputs * p::step) {
        typename p::vector w[Eights];
        for (int e = 0; e < Eights; ++e) w[e] = p::weights(weights + e * 8 * p::step);
#pragma GCC unroll 6
        for (int n = 0; n < Pixels; ++n) {
            const auto x = p::broadcast(windows + n * depth + k);
#pragma GCC unroll 2
            for (int e = 0; e < Eights; ++e) sums[n][e] = p::add(sums[n][e], w[e], x);
        }
    }
#pragma GCC unroll 6
    for (int n = 0; n < Pixels; ++n)
#pragma GCC unroll 2
        for (int e = 0; e < Eights; ++e) store(out + n * block_outputs + e * 8, sums[n][e]);
}

template <class T>
using multiply_function = void (*)(const typename products<T>::element*, int32_t, packed_block<T>,
                                   accumulator_t<T>*);

/// By the number of pixels, from 1 on.
template <class T, int Eights>
inline constexpr multiply_function<T> multiply_functions[block_pixels]{
    multiply_block<T, 1, Eights>, multiply_block<T, 2, Eights>, multiply_block<T, 3, Eights>,
    multiply_block<T, 4, Eights>, multiply_block<T, 5, Eights>, multiply_block<T, 6, Eights>};

/// Sums of up to block_pixels windows with up to block_outputs outputs.
template <class T>
void multiply_up_to_block(const typename products<T>::element* windows, int32_t pixels,
                          int32_t depth, packed_block<T> block, int32_t outputs,
                          accumulator_t<T>* out) {
    const auto& functions = outputs > 8 ? multiply_functions<T, 2> : multiply_functions<T, 1>;
    functions[pixels - 1](windows, depth, block, out);
}

}  // namespace tigris::kernels::simd
