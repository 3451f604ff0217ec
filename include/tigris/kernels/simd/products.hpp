// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What is multiplied and added in one instruction, for bytes and for floats.

#include <stddef.h>
#include <tigris/kernels/arithmetic/accumulator.hpp>
#include <tigris/kernels/simd/instructions.hpp>

namespace tigris::kernels::simd_kernels {

/// Bytes as 16-bit numbers, `step` products of an output at a time. Eight outputs' weights lie
/// together, `step` for each.
template <class T>
struct products_of_words : widened_products {
    using element = int16_t;
    using packed_weight = int8_t;
    using sums = lanes<int32_t, 8>;

    [[gnu::always_inline]] static element stored(int32_t x) { return element(x); }
    static constexpr int32_t chunk = 16;
    [[gnu::always_inline]] static auto stored_chunk(const T* x) { return widen_16(x); }
};

#if TIGRIS_HAS_QUADS

/// Bytes, four products at a time. If the instruction wants another sign than T has, 128 is added
/// to all elements, or subtracted. The start of sums makes up for that.
template <class T>
struct products_of_bytes {
    using element = quad_element;
    using packed_weight = int8_t;
    using vector = lanes<int8_t, 32>;
    using sums = lanes<int32_t, 8>;
    static constexpr int32_t step = 4;
    static constexpr bool is_moved = !is_same<T, element>;

    [[gnu::always_inline]] static element stored(int32_t x) {
        return element(is_moved ? x ^ 128 : x);
    }
    template <int Count>
    [[gnu::always_inline]] static lanes<element, Count> stored(const T* x) {
        using elements = lanes<element, Count>;
        const elements same = load<elements>(x);
        return is_moved ? same ^ all<elements>(element(128)) : same;
    }
    static constexpr int32_t chunk = 16;
    [[gnu::always_inline]] static auto stored_chunk(const T* x) { return stored<chunk>(x); }
    [[gnu::always_inline]] static auto broadcast(const element* x) { return broadcast_quad(x); }
    [[gnu::always_inline]] static vector weights(const int8_t* w) { return load<vector>(w); }
    [[gnu::always_inline]] static sums add(sums to, vector weights,
                                           decltype(broadcast_quad(nullptr)) x) {
        return add_quads(to, x, weights);
    }
};
template <class T>
struct products : products_of_bytes<T> {};

#else

template <class T>
struct products : products_of_words<T> {};

#endif

template <>
struct products<float> {
    using element = float;
    using packed_weight = float;
    using vector = lanes<float, 8>;
    using sums = lanes<float, 8>;
    static constexpr int32_t step = 1;

    [[gnu::always_inline]] static float stored(float x) { return x; }
    static constexpr int32_t chunk = 8;
    [[gnu::always_inline]] static auto stored_chunk(const float* x) { return load<vector>(x); }
    [[gnu::always_inline]] static vector broadcast(const float* x) { return all<vector>(*x); }
    [[gnu::always_inline]] static vector weights(const float* w) { return load<vector>(w); }
    [[gnu::always_inline]] static sums add(sums to, vector a, vector b) {
        return multiply_add(to, a, b);
    }
};

/// Copies `count` elements as they are multiplied.
template <class T>
[[gnu::always_inline]] inline void copy_elements(typename products<T>::element* to, const T* from,
                                                 int32_t count) {
    using p = products<T>;
    if (count < p::chunk) {
        for (int32_t i = 0; i < count; ++i) to[i] = p::stored(from[i]);
        return;
    }
    for (int32_t i = 0; i + p::chunk < count; i += p::chunk)
        store(to + i, p::stored_chunk(from + i));
    store(to + count - p::chunk, p::stored_chunk(from + count - p::chunk));
}

/// Whether sums start from what a change of the elements' sign means.
template <class T>
inline constexpr bool is_moved = [] {
    if constexpr (requires { products<T>::is_moved; })
        return products<T>::is_moved;
    else
        return false;
}();

/// Whether elements are multiplied as something else than they are.
template <class T>
inline constexpr bool is_changed = is_moved<T> || !is_same<T, typename products<T>::element>;

}  // namespace tigris::kernels::simd_kernels
