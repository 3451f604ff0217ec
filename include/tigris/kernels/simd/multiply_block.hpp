// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The inner product of a few windows with a block of outputs.

#include <tigris/kernels/simd/products.hpp>
#include <tigris/kernels/simd/window_shape.hpp>

namespace tigris::kernels::simd {

/// Whether sums of T start from numbers of their own: floats from the bias.
template <class T>
inline constexpr bool has_starts = is_moved<T> || is_same<T, float>;

/// What the sums of a block's outputs start from, if not 0, and the block's weights.
template <class T>
struct packed_block {
    const accumulator_t<T>* starts;
    const typename products<T>::packed_weight* weights;
};

/// Ends of multiply_block(). Sums are kept as they are, pixels one after the other,
template <class T>
struct kept_sums {
    accumulator_t<T>* out;

    template <class V>
    [[gnu::always_inline]] void operator()(int pixel, int eight, const V& sums) const {
        store(out + pixel * block_outputs + eight * 8, sums);
    }
};

/// or clamped and written to pixels of the result, `step` apart. A NaN stays one.
struct clamped_sums {
    lanes<float, 8> low;
    lanes<float, 8> high;
    float* out;
    int32_t step;

    [[gnu::always_inline]] void operator()(int pixel, int eight, lanes<float, 8> sums) const {
        store(out + pixel * step + eight * 8, smaller(high, larger(low, sums)));
    }
};

/// Windows lie `depth` elements apart; only the first eight outputs are computed, or all. All sums
/// stay in registers: twelve of AVX2's sixteen, or 24 of NEON's 32.
template <class T, int Pixels, int Eights, class End>
[[gnu::noinline]] void multiply_block(const typename products<T>::element* windows, int32_t depth,
                                      packed_block<T> block, const End& end) {
    using p = products<T>;
    typename p::sums sums[Pixels][Eights]{};
    if constexpr (has_starts<T>)
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
        for (int e = 0; e < Eights; ++e) end(n, e, sums[n][e]);
}

template <class T, class End>
using multiply_function = void (*)(const typename products<T>::element*, int32_t, packed_block<T>,
                                   const End&);

/// By the number of pixels, from 1 on.
template <class T, int Eights, class End>
inline constexpr multiply_function<T, End> multiply_functions[block_pixels]{
    multiply_block<T, 1, Eights, End>, multiply_block<T, 2, Eights, End>,
    multiply_block<T, 3, Eights, End>, multiply_block<T, 4, Eights, End>,
    multiply_block<T, 5, Eights, End>, multiply_block<T, 6, Eights, End>};

/// Up to block_pixels windows with up to block_outputs outputs.
template <class T, class End>
void multiply_up_to_block(const typename products<T>::element* windows, int32_t pixels,
                          int32_t depth, packed_block<T> block, int32_t outputs, const End& end) {
    const auto& functions =
        outputs > 8 ? multiply_functions<T, 2, End> : multiply_functions<T, 1, End>;
    functions[pixels - 1](windows, depth, block, end);
}

}  // namespace tigris::kernels::simd
