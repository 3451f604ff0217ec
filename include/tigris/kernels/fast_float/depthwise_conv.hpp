// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Depthwise convolution of floats, of which a backend adds up channels side by side:
//   Product::multiply(layer, span)

#include <tigris/kernels/fast_float/shape.hpp>
#include <tigris/kernels/fast_float/tap_spans.hpp>
#include <tigris/kernels/portable/depthwise_conv.hpp>
#include <tigris/kernels/walks/pixels_inside.hpp>

namespace tigris::kernels::fast_float_kernels {

/// Whether a channel of the input may have more than one of the output, which portable convolves.
constexpr bool may_multiply_channels(const depthwise_conv_key& key) {
    return key.channels_in == 0 || key.channels_in != key.channels_out;
}

/// All channels of neighboring windows, which lie `apart` floats behind each other. A row under
/// them has `taps` taps inside the image, `tap_apart` floats apart.
struct channel_span {
    const tap_span* rows;
    int32_t taps;
    int32_t tap_apart;
    int32_t channels;
    int32_t pixels;
    int32_t apart;
    float* out;
    int32_t step;
};

template <class Product, depthwise_conv_key G>
inline void convolve_channels(const depthwise_conv_layer<float>& layer, float* out,
                              int32_t row_count, const row_window<float>& in) {
    const int32_t channels = known_or(G.channels_in, layer.channels_in);
    const int32_t step = pixel_step(G.out_pixel_stride, channels);
    const pixel_range inside = pixels_inside<G.window>(layer);
    tap_spans<G.window.kernel_h> rows;
    for (int32_t y = 0; y < row_count; ++y)
        for (int32_t x = 0; x < layer.width_out;) {
            const int32_t pixels = inside.holds(x) ? inside.behind - x : 1;
            const int32_t column = x * G.window.stride_w - layer.pad_left;
            const tap_range taps =
                taps_inside(column, layer.width_in, G.window.kernel_w, G.window.dilation_w);
            find_spans<G.window, false>(rows, in, y * G.window.stride_h, column, taps, channels,
                                        4 * channels);
            Product::multiply(layer, {rows.at, taps.count(), G.window.dilation_w * channels,
                                      channels, pixels, G.window.stride_w * channels, out, step});
            x += pixels;
            out += pixels * step;
        }
}

}  // namespace tigris::kernels::fast_float_kernels
