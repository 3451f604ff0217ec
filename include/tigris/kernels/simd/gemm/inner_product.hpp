// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Inner products of one vector with several rows of weights, along the vector.

#include <tigris/kernels/arithmetic/accumulator.hpp>
#include <tigris/kernels/simd/products.hpp>
#include <tigris/kernels/simd/window_shape.hpp>

namespace tigris::kernels::simd_kernels {

/// Elements and weights that are multiplied at once: bytes as 16-bit numbers.
template <class T>
struct chunk_of_words {
    using sums = lanes<int32_t, 8>;
    static constexpr int32_t elements = 16;

    [[gnu::always_inline]] static lanes<int16_t, 16> load_elements(const T* x) {
        return widen_16(x);
    }
    [[gnu::always_inline]] static sums add(sums to, lanes<int16_t, 16> x, const int8_t* weights) {
        return add_any_products(to, x, widen_16(weights));
    }
};

#if TIGRIS_HAS_QUADS

/// A chunk of 32 bytes of an inner product. What moved elements add is taken away at once.
template <class T>
struct chunk_of_bytes {
    using p = products<T>;
    using sums = lanes<int32_t, 8>;
    using vector = lanes<quad_element, 32>;
    static constexpr int32_t elements = 32;

    [[gnu::always_inline]] static vector load_elements(const T* x) {
        return p::template stored<elements>(x);
    }
    [[gnu::always_inline]] static sums add(sums to, vector x, const int8_t* weights) {
        const auto w = load<lanes<int8_t, 32>>(weights);
        if constexpr (is_moved<T>) to = to - add_quads(sums{}, all<vector>(p::stored(0)), w);
        return add_quads(to, x, w);
    }
};
template <class T>
struct chunk : chunk_of_bytes<T> {};

#else

template <class T>
struct chunk : chunk_of_words<T> {};

#endif

template <>
struct chunk<float> {
    using sums = lanes<float, 8>;
    static constexpr int32_t elements = 8;

    [[gnu::always_inline]] static sums load_elements(const float* x) { return load<sums>(x); }
    [[gnu::always_inline]] static sums add(sums to, sums x, const int8_t* weights) {
        return multiply_add(to, x, load<sums>(weights));
    }
};

/// Adds the products of `count` elements to `Outputs` sums; weights of neighboring outputs lie
/// `apart` elements apart.
template <int Outputs, class T>
[[gnu::always_inline]] inline void add_inner_products_of(accumulator_t<T>* sums, const T* x,
                                                         int32_t count,
                                                         constant_pointer<weight_t<T>> weights,
                                                         int32_t apart) {
    using s = chunk<T>;
    typename s::sums lanes[Outputs]{};
    int32_t i = 0;
    for (; i + s::elements <= count; i += s::elements) {
        const auto elements = s::load_elements(x + i);
#pragma GCC unroll 4
        for (int o = 0; o < Outputs; ++o)
            lanes[o] = s::add(lanes[o], elements, (weights + (o * apart + i)).bytes);
    }
#pragma GCC unroll 4
    for (int o = 0; o < Outputs; ++o)
        sums[o] = add_products(sums[o] + sum_of_lanes(lanes[o]), x + i, weights + (o * apart + i),
                               count - i);
}

template <class T>
[[gnu::noinline]] void add_inner_products(accumulator_t<T>* sums, const T* x, int32_t count,
                                          constant_pointer<weight_t<T>> weights, int32_t apart,
                                          int32_t outputs) {
    int32_t o = 0;
    for (; o + 4 <= outputs; o += 4)
        add_inner_products_of<4>(sums + o, x, count, weights + o * apart, apart);
    for (; o < outputs; ++o)
        add_inner_products_of<1>(sums + o, x, count, weights + o * apart, apart);
}

}  // namespace tigris::kernels::simd_kernels
