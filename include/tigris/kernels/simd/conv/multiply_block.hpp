// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The inner product of a few windows with a block of outputs.

#include <stddef.h>
#include <tigris/kernels/simd/products.hpp>
#include <tigris/kernels/simd/window_shape.hpp>

namespace tigris::kernels::simd_kernels {

/// A block's weights, and what the sums of its outputs start from.
template <class T>
struct packed_block {
    const accumulator_t<T>* starts;
    const typename products<T>::packed_weight* weights;
};

/// Windows: where the spans of the first one begin, how many of them there are, of how many
/// elements each; and how far from the first window each one is.
template <class T>
struct window_spans {
    const typename products<T>::element* const* begins;
    int32_t spans;
    int32_t elements;
    const int32_t* offsets;
};

/// `blocks` times `Pixels` windows from `pixel` on; only the first eight outputs are computed, or
/// all. All sums stay in registers: twelve of AVX2's sixteen, or 24 of NEON's 32.
template <class T, int Pixels, int Eights, class End>
[[gnu::noinline]] void multiply_blocks(const window_spans<T>& windows, packed_block<T> block,
                                       int32_t pixel, int32_t blocks, const End& end) {
    using p = products<T>;
    for (; blocks > 0; --blocks, pixel += Pixels) {
        typename p::sums sums[Pixels][Eights];
#pragma GCC unroll 6
        for (int n = 0; n < Pixels; ++n)
#pragma GCC unroll 2
            for (int e = 0; e < Eights; ++e)
                sums[n][e] = load<typename p::sums>(block.starts + e * 8);
        const auto* weights = block.weights;
        ptrdiff_t at[Pixels];
#pragma GCC unroll 6
        for (int n = 0; n < Pixels; ++n) at[n] = windows.offsets[pixel + n];
        for (int32_t r = 0; r < windows.spans; ++r) {
            const auto* x = windows.begins[r];
            for (const auto* behind = x + windows.elements; x < behind;
                 x += p::step, weights += block_outputs * p::step) {
                asm("" : "+r"(x));  // else g++ moves six pointers, not one
                typename p::vector w[Eights];
#pragma GCC unroll 2
                for (int e = 0; e < Eights; ++e) w[e] = p::weights(weights + e * 8 * p::step);
#pragma GCC unroll 6
                for (int n = 0; n < Pixels; ++n) {
                    const auto y = p::broadcast(x + at[n]);
#pragma GCC unroll 2
                    for (int e = 0; e < Eights; ++e) sums[n][e] = p::add(sums[n][e], w[e], y);
                }
            }
        }
#pragma GCC unroll 6
        for (int n = 0; n < Pixels; ++n) end(pixel + n, sums[n]);
    }
}

template <class T, class End>
using multiply_function = void (*)(const window_spans<T>&, packed_block<T>, int32_t, int32_t,
                                   const End&);

/// Functions by the number of pixels of a block, from 1 on.
template <class T, int Eights, class End>
inline constexpr multiply_function<T, End> multiply_functions[block_pixels]{
    multiply_blocks<T, 1, Eights, End>, multiply_blocks<T, 2, Eights, End>,
    multiply_blocks<T, 3, Eights, End>, multiply_blocks<T, 4, Eights, End>,
    multiply_blocks<T, 5, Eights, End>, multiply_blocks<T, 6, Eights, End>};

/// The first `pixels` windows with up to block_outputs outputs.
template <class T, class End>
void multiply_windows(const window_spans<T>& windows, int32_t pixels, packed_block<T> block,
                      int32_t outputs, const End& end) {
    const auto& functions =
        outputs > 8 ? multiply_functions<T, 2, End> : multiply_functions<T, 1, End>;
    const int32_t blocks = pixels / block_pixels, rest = pixels % block_pixels;
    if (blocks) functions[block_pixels - 1](windows, block, 0, blocks, end);
    if (rest) functions[rest - 1](windows, block, pixels - rest, 1, end);
}

/// Ends of multiply_windows(), which get a pixel's sums. They are kept as they are, pixels one
/// after the other;
template <class T>
struct kept_sums {
    accumulator_t<T>* out;

    template <class V, size_t Eights>
    [[gnu::always_inline]] void operator()(int32_t pixel, const V (&sums)[Eights]) const {
#pragma GCC unroll 2
        for (size_t e = 0; e < Eights; ++e) store(out + pixel * block_outputs + e * 8, sums[e]);
    }
};

}  // namespace tigris::kernels::simd_kernels
