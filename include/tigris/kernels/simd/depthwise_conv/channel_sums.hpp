// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Sums over taps of sixteen neighboring channels.

#include <stddef.h>
#include <tigris/kernels/arithmetic/accumulator.hpp>
#include <tigris/kernels/simd/depthwise_conv/shape.hpp>
#include <tigris/kernels/simd/instructions.hpp>

namespace tigris::kernels::simd_kernels {

/// The first `count` of a block's elements, and anything behind them.
template <class T>
[[gnu::always_inline]] inline const T* whole_block(const T* from, int32_t count,
                                                   T (&copies)[block_outputs]) {
    if (count == block_outputs) return from;
    __builtin_memcpy(copies, from, sizeof(T) * size_t(count));
    return copies;
}

/// Sums of a block of channels of bytes, some taps at a time.
template <class T>
struct channel_sums {
    using element = int16_t;
    using vector = lanes<int16_t, 16>;

    [[gnu::always_inline]] static vector load_tap(const T* from, int32_t count) {
        if (count == 8) return widen<T>(load_8(from));
        T copies[block_outputs]{};
        return widen_16(whole_block(from, count, copies));
    }
    /// Weights [taps, outputs] of channels [first, first + count), as add() multiplies them.
    static void pack(const int8_t* weights, int32_t taps, int32_t outputs, int32_t first,
                     int32_t count, int16_t* to) {
        constexpr int32_t step = tap_products::step;
        for (int32_t t = 0; t < taps; t += step, to += step * block_outputs) {
            vector w[step]{};
            for (int32_t i = 0; i < step && t + i < taps; ++i)
                w[i] = channel_sums<int8_t>::load_tap(weights + (t + i) * outputs + first, count);
            tap_products::pack(w, to);
        }
    }
    /// Channels [first, first + count) of the pixels `at`.
    template <int32_t Taps>
    [[gnu::always_inline]] static void add(const T* const* at, int32_t first, int32_t count,
                                           const int16_t* weights, int32_t* sums) {
        constexpr int32_t step = tap_products::step;
        tap_products products;
        for (int32_t t = 0; t < Taps; t += step, weights += step * block_outputs) {
            vector x[step]{};
            for (int32_t i = 0; i < step && t + i < Taps; ++i)
                x[i] = load_tap(at[t + i] + first, count);
            products.add(x, weights);
        }
        products.store_to(sums);
    }
};

template <>
struct channel_sums<float> {
    using element = float;

    static void pack(const int8_t* weights, int32_t taps, int32_t outputs, int32_t first,
                     int32_t count, float* to) {
        for (int32_t t = 0; t < taps; ++t, to += block_outputs) {
            __builtin_memset(to, 0, sizeof(float) * block_outputs);
            __builtin_memcpy(to, weights + sizeof(float) * size_t(t * outputs + first),
                             sizeof(float) * size_t(count));
        }
    }
    template <int32_t Taps>
    [[gnu::always_inline]] static void add(const float* const* at, int32_t first, int32_t count,
                                           const float* weights, float* sums) {
        using vector = lanes<float, 8>;
        vector low{}, high{};
        for (int32_t t = 0; t < Taps; ++t, weights += block_outputs) {
            if (count == 8) {
                low = multiply_add(low, load<vector>(at[t] + first), load<vector>(weights));
                continue;
            }
            float copies[block_outputs]{};
            const float* x = whole_block(at[t] + first, count, copies);
            low = multiply_add(low, load<vector>(x), load<vector>(weights));
            high = multiply_add(high, load<vector>(x + 8), load<vector>(weights + 8));
        }
        store(sums, low);
        store(sums + 8, high);
    }
};

}  // namespace tigris::kernels::simd_kernels
