// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// 2-D convolution as a matrix product in plain C++: windows are gathered, or read where they lie,
// and multiplied two at a time with four outputs' weights.

#include <tigris/kernels/blocked/multiply_block.hpp>
#include <tigris/kernels/blocked/window_walk.hpp>
#include <tigris/kernels/contract/first_word.hpp>
#include <tigris/kernels/contract/key.hpp>
#include <tigris/kernels/walks/rows_in_place.hpp>

namespace tigris::kernels {
namespace blocked_kernels {

/// Windows of elements as they lie in the image.
template <class X>
struct window_elements {
    using element = X;

    static X stored(accumulator_t<X> x) { return X(x); }
    [[gnu::always_inline]] static void copy(X* to, const X* from, int32_t count) {
        for (int32_t i = 0; i < count; ++i) to[i] = from[i];
    }
};

/// The next `count` windows.
template <conv_key G, class T, class X>
[[gnu::noinline]] inline void gather_windows(window_walk<G, T, window_elements<X>>& walk, X* to,
                                             int32_t count, int32_t depth) {
    for (; count > 0; --count, to += depth) walk.gather(to);
}

/// Windows gathered some at a time.
template <conv_key G, class T, class X, class Out>
inline void convolve_gathered(X* gathered, const conv_layer<T>& layer, Out* out, int32_t row_count,
                              const row_window<X>& in) {
    const int32_t channels = known_or(G.channels_in, layer.channels_in);
    const int32_t outputs = layer.channels_out, step = pixel_step(G.out_pixel_stride, outputs);
    const window_shape shape = window_shape_of(G.window.taps() * channels, G.in);
    window_walk<G, T, window_elements<X>> walk{layer, in, channels};
    for (int32_t rest = row_count * layer.width_out; rest > 0; rest -= shape.pixels) {
        const int32_t count = rest < shape.pixels ? rest : shape.pixels;
        gather_windows(walk, gathered, count, shape.depth);
        multiply_windows<products_key_of(G), X>(layer.result, layer.weights,
                                                {gathered, shape.depth, shape.depth}, count,
                                                outputs, out, step);
        out += count * step;
    }
}

/// Multiplies windows where they lie, in images without padding.
template <conv_key G, class T, class X, class Out>
inline void convolve_in_place(const conv_layer<T>& layer, Out* out, int32_t row_count,
                              const row_window<X>& in) {
    const int32_t channels = known_or(G.channels_in, layer.channels_in), width = layer.width_out;
    const int32_t outputs = layer.channels_out, step = pixel_step(G.out_pixel_stride, outputs);
    for (int32_t y = 0; y < row_count;) {
        const int32_t count = rows_in_span<G.window>(layer, in, y, row_count);
        multiply_windows<products_key_of(G), X>(
            layer.result, layer.weights,
            {in(y * G.window.stride_h) - layer.pad_left * channels, channels, channels},
            count * width, outputs, out, step);
        out += count * width * step;
        y += count;
    }
}

}  // namespace blocked_kernels

template <conv_key G, class T, class Out>
    requires(blocked_kernels::multiplies<T>(G.in, G.out) && G.groups == 1)
inline void rows(blocked_kernels::tag_for<T> tag, const conv_layer<T>& layer, Out* out,
                 int32_t row_count, const row_window<activation_t<T>>& in) {
    if (blocked_kernels::are_pixels(G.window.kernel_h, G.window.kernel_w, G.window.stride_w) &&
        is_without_padding<G.window>(layer, in, row_count))
        blocked_kernels::convolve_in_place<G>(layer, out, row_count, in);
    else
        blocked_kernels::convolve_gathered<G>(first_word<activation_t<T>>(tag.scratch), layer, out,
                                              row_count, in);
}

}  // namespace tigris::kernels
