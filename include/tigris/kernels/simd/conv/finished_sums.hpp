// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Ends of multiply_windows() that finish sums in registers, or leave them as they are, and write
// `count` channels of a pixel.

#include <tigris/kernels/simd/finish_block.hpp>

namespace tigris::kernels::simd_kernels {

/// Pixels of a result, which lie at `offsets` from the first one's first channel.
template <class Out>
struct pixels_of {
    Out* first;
    const int32_t* offsets;

    [[gnu::always_inline]] Out* operator[](int32_t pixel) const { return first + offsets[pixel]; }
};

/// Turns sums of bytes into codes, where a block is_quick().
template <finish_key Key, class T, class Out>
struct finished_sums {
    using numbers = lanes<int32_t, 8>;

    const finisher<Key, T, Out>& finish;
    lane_codes<Out> encode;
    pixels_of<Out> out;
    int32_t count;

    template <size_t Eights>
    [[gnu::always_inline]] void operator()(int32_t pixel, const numbers (&sums)[Eights]) const {
        const numbers low = finish.template quick_units<0>(sums[0]);
        numbers high{};
        if constexpr (Eights == 2) high = finish.template quick_units<1>(sums[1]);
        store_first(out[pixel], encode(low, high), count);
    }
};

/// Clamps sums of floats, which started from the bias. A NaN stays one.
struct clamped_sums {
    using numbers = lanes<float, 8>;

    numbers low;
    numbers high;
    pixels_of<float> out;
    int32_t count;

    template <size_t Eights>
    [[gnu::always_inline]] void operator()(int32_t pixel, const numbers (&sums)[Eights]) const {
        numbers reals[Eights];
#pragma GCC unroll 2
        for (size_t e = 0; e < Eights; ++e) reals[e] = smaller(high, larger(low, sums[e]));
        store_words(out[pixel], reals, count);
    }
};

/// Stores sums of bytes as they are.
struct plain_sums {
    pixels_of<int32_t> out;
    int32_t count;

    template <size_t Eights>
    [[gnu::always_inline]] void operator()(int32_t pixel,
                                           const lanes<int32_t, 8> (&sums)[Eights]) const {
        store_words(out[pixel], sums, count);
    }
};

}  // namespace tigris::kernels::simd_kernels
