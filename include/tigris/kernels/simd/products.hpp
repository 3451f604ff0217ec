// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What is multiplied and added in one instruction, for bytes and for floats.

#include <stddef.h>
#include <tigris/kernels/accumulator.hpp>
#include <tigris/kernels/simd/lanes.hpp>

namespace tigris::kernels::simd {

/// Bytes as 16-bit numbers, two products at a time. Eight outputs' weights lie together, two for
/// each.
template <class T>
struct products {
    using element = int16_t;
    using packed_weight = int8_t;
    using vector = lanes<int16_t, 16>;
    using sums = lanes<int32_t, 8>;
    static constexpr int32_t step = 2;

    [[gnu::always_inline]] static vector broadcast(const element* x) {
        const int32_t pair = load<int32_t>(x);
        return vector(sums{pair, pair, pair, pair, pair, pair, pair, pair});
    }
    [[gnu::always_inline]] static vector weights(const int8_t* w) { return widen_16(w); }
    [[gnu::always_inline]] static sums add(sums to, vector a, vector b) {
        return to + multiply_pairs(a, b);
    }
    /// `count` elements, widened.
    [[gnu::always_inline]] static void copy(element* to, const T* from, int32_t count) {
        if (count < 16) {
            for (int32_t i = 0; i < count; ++i) to[i] = from[i];
            return;
        }
        for (int32_t i = 0; i + 16 < count; i += 16) store(to + i, widen_16(from + i));
        store(to + count - 16, widen_16(from + count - 16));
    }
};

template <>
struct products<float> {
    using element = float;
    using packed_weight = float;
    using vector = lanes<float, 8>;
    using sums = lanes<float, 8>;
    static constexpr int32_t step = 1;

    [[gnu::always_inline]] static vector broadcast(const float* x) {
        return vector{*x, *x, *x, *x, *x, *x, *x, *x};
    }
    [[gnu::always_inline]] static vector weights(const float* w) { return load<vector>(w); }
    [[gnu::always_inline]] static sums add(sums to, vector a, vector b) { return to + a * b; }
    static void copy(float* to, const float* from, int32_t count) {
        __builtin_memcpy(to, from, sizeof(float) * size_t(count));
    }
};

}  // namespace tigris::kernels::simd
