// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The windows of a convolution, gathered one behind the other for a matrix product.

#include <tigris/kernels/contract/key.hpp>
#include <tigris/kernels/portable/conv.hpp>

namespace tigris::kernels {

/// The windows of a call, one pixel after the other. Form says what is gathered: its `element`
/// type, how elements are stored(), and copy(to, from, count).
template <conv_key G, class T, class Form>
struct window_walk {
    using element = typename Form::element;

    const conv_layer<T>& layer;
    const row_window<activation_t<T>>& in;
    int32_t channels;
    int32_t row = 0;
    int32_t x = 0;

    /// Gathers one row of the kernel over a row of the image; null is padding.
    [[gnu::always_inline]] void gather_row(element* to, const activation_t<T>* pixels,
                                           int32_t column) const {
        const bool is_inside = column >= 0 && column + G.window.kernel_w <= layer.width_in;
        if (G.window.dilation_w == 1 && pixels && is_inside)
            Form::copy(to, pixels + column * channels,
                       known_or(G.window.kernel_w * G.channels_in, G.window.kernel_w * channels));
        else
            gather_taps(to, pixels, column);
    }
    [[gnu::noinline]] void gather_taps(element* to, const activation_t<T>* pixels,
                                       int32_t column) const {
        const element padding = Form::stored(padding_of(layer.result));
        for (int32_t k = 0; k < G.window.kernel_w; ++k, to += channels) {
            const int32_t at = column + k * G.window.dilation_w;
            if (pixels && at >= 0 && at < layer.width_in)
                Form::copy(to, pixels + at * channels, channels);
            else
                for (int32_t c = 0; c < channels; ++c) to[c] = padding;
        }
    }
    /// The next pixel's.
    [[gnu::always_inline]] void gather(element* to) {
        const int32_t column = x * G.window.stride_w - layer.pad_left;
        for (int32_t i = 0; i < G.window.kernel_h; ++i, to += G.window.kernel_w * channels)
            gather_row(to, in(row + i * G.window.dilation_h), column);
        if (++x == layer.width_out) x = 0, row += G.window.stride_h;
    }
};

}  // namespace tigris::kernels
