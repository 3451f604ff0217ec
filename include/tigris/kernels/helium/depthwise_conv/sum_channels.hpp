// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Depthwise convolution of bytes to sums: four channels of a pixel side by side, where they lie.

#include <tigris/kernels/contract/key.hpp>
#include <tigris/kernels/helium/instructions.hpp>
#include <tigris/kernels/portable/depthwise_conv.hpp>

namespace tigris::kernels::helium_kernels {

/// Whether channels fill vectors of four, of which the last may overlap the one before.
constexpr bool sum_by_fours(int32_t channels_in, int32_t channels_out) {
    return channels_in == channels_out && channels_in >= 4;
}

/// Where sums of neighboring pixels go, `step` elements apart, and what their windows lie apart.
struct pixel_steps {
    int32_t step;
    int32_t apart;
};

/// Sums of four channels of `Pixels` neighboring pixels. The first window begins `x` bytes after
/// the start of `rows`. The weights of each tap begin `channels` bytes after those of the tap
/// before.
template <window_key Window, int Pixels>
[[gnu::always_inline]] inline void sum_pixels(const int8_t* const (&rows)[Window.kernel_h],
                                              int32_t x, const int8_t* weights, int32_t channels,
                                              int32_t* out, const pixel_steps& steps) {
    words sums[Pixels]{};
    for (int32_t i = 0; i < Window.kernel_h; ++i) {
        const int8_t* from = rows[i] + x;
        for (int32_t k = 0; k < Window.kernel_w; ++k, weights += channels) {
            const words w = widen_4(weights);
#pragma GCC unroll 4
            for (int p = 0; p < Pixels; ++p) sums[p] += widen_4(from + p * steps.apart) * w;
            from += Window.dilation_w * channels;
        }
    }
#pragma GCC unroll 4
    for (int p = 0; p < Pixels; ++p) store(out + p * steps.step, sums[p]);
}

/// Sums of four channels of a row of `width` pixels, four pixels at a time.
template <window_key Window>
[[gnu::always_inline]] inline void sum_row(const int8_t* const (&rows)[Window.kernel_h],
                                           int32_t width, const int8_t* weights, int32_t channels,
                                           int32_t first, int32_t* out, const pixel_steps& steps) {
    int32_t x = first;
    for (; width >= 4; width -= 4, x += 4 * steps.apart, out += 4 * steps.step)
        sum_pixels<Window, 4>(rows, x, weights, channels, out, steps);
    for (; width > 0; --width, x += steps.apart, out += steps.step)
        sum_pixels<Window, 1>(rows, x, weights, channels, out, steps);
}

/// Rows of an image without padding.
template <window_key Window>
[[gnu::noinline]] inline void sum_channels(const depthwise_conv_layer<int8_t>& layer, int32_t* out,
                                           int32_t step, int32_t row_count,
                                           const row_window<int8_t>& in) {
    const int32_t channels = layer.channels_in, last = channels - 4;
    for (int32_t y = 0; y < row_count; ++y, out += layer.width_out * step) {
        const int8_t* rows[Window.kernel_h];  // each moved to the window of the first pixel
        for (int32_t i = 0; i < Window.kernel_h; ++i)
            rows[i] = in(y * Window.stride_h + i * Window.dilation_h) - layer.pad_left * channels;
        for (int32_t c = 0; c < channels; c += 4) {
            const int32_t first = c < last ? c : last;
            sum_row<Window>(rows, layer.width_out, layer.weights.bytes + first, channels, first,
                            out + first, {step, Window.stride_w * channels});
        }
    }
}

}  // namespace tigris::kernels::helium_kernels
