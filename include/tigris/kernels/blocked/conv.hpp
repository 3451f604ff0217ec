// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// 2-D convolution as a matrix product in plain C++: windows are gathered, or read where they lie,
// and multiplied two at a time with four outputs' weights.

#include <tigris/kernels/blocked/multiply_block.hpp>
#include <tigris/kernels/first_word.hpp>
#include <tigris/kernels/portable/conv.hpp>
#include <tigris/kernels/rows_in_place.hpp>

namespace tigris::kernels {
namespace blocked_code {

template <class T>
[[gnu::always_inline]] inline T* copy(T* to, const T* from, int32_t count) {
    for (int32_t i = 0; i < count; ++i) to[i] = from[i];
    return to + count;
}
template <class T>
inline T* fill(T* to, T value, int32_t count) {
    for (int32_t i = 0; i < count; ++i) to[i] = value;
    return to + count;
}

/// The windows of a call, one pixel after the other.
template <geometry G, class T>
struct window_walk {
    const conv_layer<T>& layer;
    const row_window<T>& in;
    int32_t channels;
    int32_t row = 0;
    int32_t x = 0;

    /// One row of the kernel over a row of the image; null is padding.
    T* gather_row(T* to, const T* pixels, int32_t column) const {
        const T padding = T(padding_of(layer.result));
        if (!pixels) return fill(to, padding, G.kernel_w * channels);
        const tap_range inside = taps_inside(column, layer.width_in, G.kernel_w, G.dilation_w);
        to = fill(to, padding, inside.first * channels);
        const T* from = pixels + (column + inside.first * G.dilation_w) * channels;
        if (G.dilation_w == 1)
            to = copy(to, from, inside.count() * channels);
        else
            for (int32_t k = inside.count(); k > 0; --k, from += G.dilation_w * channels)
                to = copy(to, from, channels);
        return fill(to, padding, (G.kernel_w - inside.last) * channels);
    }
    [[gnu::noinline]] void gather(T* to, int32_t count) {
        for (; count > 0; --count) {
            for (int32_t i = 0; i < G.kernel_h; ++i)
                to = gather_row(to, in(row + i * G.dilation_h), x * G.stride_w - layer.pad_left);
            if (++x == layer.width_out) x = 0, row += G.stride_h;
        }
    }
};

/// Windows gathered some at a time.
template <geometry G, class T>
inline void convolve_gathered(T* gathered, const conv_layer<T>& layer, T* out, int32_t row_count,
                              const row_window<T>& in) {
    const int32_t channels = known_or(G.channels_in, layer.channels_in);
    const int32_t outputs = layer.channels_out, step = pixel_step(G, outputs);
    const window_shape shape = window_shape_of(G.kernel_h * G.kernel_w * channels, G.in);
    window_walk<G, T> walk{layer, in, channels};
    for (int32_t rest = row_count * layer.width_out; rest > 0; rest -= shape.pixels) {
        const int32_t count = rest < shape.pixels ? rest : shape.pixels;
        walk.gather(gathered, count);
        multiply_windows<multiply_key(G)>(layer.result, layer.weights,
                                          {gathered, shape.depth, shape.depth}, count, outputs, out,
                                          step);
        out += count * step;
    }
}

/// Windows where they lie; of images without padding.
template <geometry G, class T>
inline void convolve_in_place(const conv_layer<T>& layer, T* out, int32_t row_count,
                              const row_window<T>& in) {
    const int32_t channels = known_or(G.channels_in, layer.channels_in), width = layer.width_out;
    const int32_t outputs = layer.channels_out, step = pixel_step(G, outputs);
    for (int32_t y = 0; y < row_count;) {
        const int32_t count = rows_in_run<G>(layer, in, y, row_count);
        multiply_windows<multiply_key(G)>(
            layer.result, layer.weights,
            {in(y * G.stride_h) - layer.pad_left * channels, channels, channels}, count * width,
            outputs, out, step);
        out += count * width * step;
        y += count;
    }
}

}  // namespace blocked_code

template <geometry G, class T>
    requires(blocked_code::multiplies(G.in, G.out) && G.groups == 1)
inline void rows(blocked_tag tag, const conv_layer<T>& layer, T* out, int32_t row_count,
                 const row_window<T>& in) {
    if (blocked_code::are_pixels(G.kernel_h, G.kernel_w, G.stride_w) &&
        is_without_padding<G>(layer, in, row_count))
        blocked_code::convolve_in_place<G>(layer, out, row_count, in);
    else
        blocked_code::convolve_gathered<G>(first_word<T>(tag.scratch), layer, out, row_count, in);
}

}  // namespace tigris::kernels
