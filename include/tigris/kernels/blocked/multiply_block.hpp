// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The inner product of one or two windows with four outputs' weights, in registers.

#include <tigris/kernels/blocked/block_shape.hpp>
#include <tigris/kernels/blocked/finish_four.hpp>
#include <tigris/kernels/blocked/weights_of_four.hpp>

namespace tigris::kernels::blocked_kernels {

/// Windows at a time: Thumb-1 code has eight registers, and four spans of weights take four of
/// thirteen.
template <weight_order Order, class T>
constexpr int pixels_in_registers() {
#if defined(__thumb__) && !defined(__thumb2__)
    return 1;
#else
    return Order == weight_order::canonical && !is_same<T, float> ? 1 : 2;
#endif
}

/// Adds the products of `depth` elements of windows that lie `apart` to their sums.
template <int Pixels, weight_order Order, class T, class W>
[[gnu::always_inline]] inline void multiply_block(const T* x, int32_t apart,
                                                  const weights_of_four<Order, W>& weights,
                                                  int32_t depth,
                                                  accumulator_t<T> (&sums)[Pixels][4]) {
    using sum = accumulator_t<T>;
#pragma GCC unroll 4
    for (int32_t k = 0; k < depth; ++k) {
        const sum w[4]{sum(weights(0, k)), sum(weights(1, k)), sum(weights(2, k)),
                       sum(weights(3, k))};
#pragma GCC unroll 2
        for (int n = 0; n < Pixels; ++n) {
            const sum element = x[n * apart + k];
#pragma GCC unroll 4
            for (int o = 0; o < 4; ++o) sums[n][o] += element * w[o];
        }
    }
}

/// Windows of a layer's input, `apart` elements from one to the next.
template <class T>
struct windows_in {
    const T* first;
    int32_t apart;
    int32_t depth;
};

/// Four outputs of Pixels windows, to pixels `step` apart.
template <int Pixels, bool IsShort, weight_order Order, finish_key Key, class T, class W, class Out>
[[gnu::always_inline]] inline void multiply_pixels(const finisher<Key, T, Out>& result,
                                                   const windows_in<T>& x,
                                                   const weights_of_four<Order, W>& weights,
                                                   Out* out, int32_t step) {
    accumulator_t<T> sums[Pixels][4];
#pragma GCC unroll 2
    for (int n = 0; n < Pixels; ++n)
#pragma GCC unroll 4
        for (int o = 0; o < 4; ++o) sums[n][o] = result.starts[o];
    multiply_block(x.first, x.apart, weights, x.depth, sums);
#pragma GCC unroll 2
    for (int n = 0; n < Pixels; ++n) result.template finish<IsShort>(sums[n], out + n * step);
}

/// Four outputs of `count` windows.
template <bool IsShort, weight_order Order, finish_key Key, class T, class W, class Out>
[[gnu::always_inline]] inline void multiply_all(const finisher<Key, T, Out>& result,
                                                windows_in<T> x,
                                                const weights_of_four<Order, W>& weights,
                                                int32_t count, Out* out, int32_t step) {
    constexpr int pixels = IsShort ? pixels_in_registers<Order, T>() : 1;
    for (; count >= pixels; count -= pixels, out += pixels * step) {
        multiply_pixels<pixels, IsShort>(result, x, weights, out, step);
        x.first += pixels * x.apart;
    }
    if (pixels > 1 && count > 0) multiply_pixels<1, IsShort>(result, x, weights, out, step);
}

/// Makes all outputs of `count` windows.
template <products_key Key, class T, class W, class Out>
[[gnu::noinline]] inline void multiply_windows(const epilogue<activation_t<T>>& result,
                                               constant_pointer<W> weights,
                                               const windows_in<T>& windows, int32_t count,
                                               int32_t outputs, Out* out, int32_t step) {
    for (int32_t o = 0; o < outputs; o += 4) {
        const int32_t here = outputs - o < 4 ? outputs - o : 4;
        const weights_of_four<Key.weights, W> four(weights, o, here, windows.depth, 0);
        const finisher<Key.finish, T, Out> finish(result, o, here, windows.depth);
        if (finish.is_short)
            multiply_all<true>(finish, windows, four, count, out + o, step);
        else
            multiply_all<false>(finish, windows, four, count, out + o, step);
    }
}

}  // namespace tigris::kernels::blocked_kernels
