// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Sums over taps of sixteen neighboring channels.

#include <stddef.h>
#include <tigris/kernels/accumulator.hpp>
#include <tigris/kernels/simd/lanes.hpp>
#include <tigris/kernels/simd/tap_shape.hpp>

namespace tigris::kernels::simd {

/// The first `count` of a block's elements, and anything behind them.
template <class T>
[[gnu::always_inline]] inline const T* whole_block(const T* from, int32_t count,
                                                   T (&copies)[block_outputs]) {
    if (count == block_outputs) return from;
    __builtin_memcpy(copies, from, sizeof(T) * size_t(count));
    return copies;
}

/// Of bytes: two taps are multiplied and added at a time.
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
        for (int32_t t = 0; t < taps; t += 2, to += 2 * block_outputs) {
            const int8_t* from = weights + t * outputs + first;
            const vector a = channel_sums<int8_t>::load_tap(from, count);
            const vector b =
                t + 1 < taps ? channel_sums<int8_t>::load_tap(from + outputs, count) : vector{};
            store(to, interleave_low(a, b));
            store(to + block_outputs, interleave_high(a, b));
        }
    }
    /// Channels [first, first + count) of the pixels `at`.
    template <int32_t Taps>
    [[gnu::always_inline]] static void add(const T* const* at, int32_t first, int32_t count,
                                           const int16_t* weights, int32_t* sums) {
        lanes<int32_t, 8> low{}, high{};
        for (int32_t t = 0; t < Taps; t += 2, weights += 2 * block_outputs) {
            const vector x = load_tap(at[t] + first, count);
            const vector y = t + 1 < Taps ? load_tap(at[t + 1] + first, count) : vector{};
            low += multiply_pairs(interleave_low(x, y), load<vector>(weights));
            high += multiply_pairs(interleave_high(x, y), load<vector>(weights + block_outputs));
        }
        store(sums, __builtin_shufflevector(low, high, 0, 1, 2, 3, 8, 9, 10, 11));
        store(sums + 8, __builtin_shufflevector(low, high, 4, 5, 6, 7, 12, 13, 14, 15));
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
                low += load<vector>(at[t] + first) * load<vector>(weights);
                continue;
            }
            float copies[block_outputs]{};
            const float* x = whole_block(at[t] + first, count, copies);
            low += load<vector>(x) * load<vector>(weights);
            high += load<vector>(x + 8) * load<vector>(weights + 8);
        }
        store(sums, low);
        store(sums + 8, high);
    }
};

}  // namespace tigris::kernels::simd
