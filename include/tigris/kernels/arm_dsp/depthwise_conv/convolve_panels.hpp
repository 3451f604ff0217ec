// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Depthwise convolution of bytes with windows of any kind: four channels of a few rows at a time
// are widened to 16 bits.

#include <stdint.h>
#include <tigris/kernels/arm_dsp/depthwise_conv/panel_columns.hpp>
#include <tigris/kernels/arm_dsp/depthwise_conv/panel_key.hpp>

namespace tigris::kernels::arm_dsp_kernels {

/// Four channels of a layer: their scales, the table of panel_shape.hpp, and the panel behind it.
template <panel_key G>
struct panel {
    static constexpr ops::window window = window_of(G.window);
    static constexpr int32_t rows = rows_of_panel(window);
    static constexpr int32_t column_words = 2 * rows;
    static constexpr int32_t table_words = words_of_table(window);
    static constexpr int32_t taps = G.window.taps();

    uint32_t* table;
    channel_scale scales[panel_channels]{};
    bool is_short = true;

    uint32_t* pixels() const { return table + table_words; }
    const uint32_t* weights() const { return table + panel_channels; }
};

/// The table of channels [first, first + 4). Unless all scales are short, sums begin at 0.
template <panel_key G>
[[gnu::noinline]] inline panel<G> panel_of(const depthwise_conv_layer<int8_t>& layer,
                                           uint32_t* table, int32_t first) {
    panel<G> s{.table = table};
    if constexpr (!G.sums) {
        const scale_reader<G.finish> scales(layer.result, panel<G>::taps);
        for (int32_t c = 0; c < panel_channels; ++c) {
            s.scales[c] = scales(first + c);
            s.is_short = s.is_short && is_short<G.finish>(s.scales[c]);
        }
    }
    for (const channel_scale& scale : s.scales) *table++ = s.is_short ? uint32_t(scale.bias) : 0;
    const int8_t* weights = layer.weights.bytes + first;
    for (int32_t t = 0; t < panel<G>::taps; ++t, weights += layer.channels_out) {
        const uint32_t word = load_word(weights);
        *table++ = sxtb16(word);
        *table++ = sxtb16_ror8(word);
    }
    for (const channel_scale& scale : s.scales) {
        *table++ = uint32_t(scale.multiplier);
        *table++ = uint32_t(scale.constant);
        *table++ = uint32_t(scale.right);
    }
    return s;
}

/// Four channels to a place in a panel, of which the next is `Rows` further.
template <int Rows>
[[gnu::always_inline]] inline void widen_pixel(uint32_t*& to, const int8_t*& pixels,
                                               int32_t channels) {
#if TIGRIS_HAS_ARM_DSP && defined(__OPTIMIZE__)
    if constexpr (Rows < 128) {  // what an instruction can add to an address
        uint32_t even, odd;
        asm volatile(
            "ldr %[odd], [%[pixels]]\n"
            "add %[pixels], %[pixels], %[channels]\n"
            "sxtb16 %[even], %[odd]\n"
            "sxtb16 %[odd], %[odd], ror #8\n"
            "strd %[even], %[odd], [%[to]], %[column]\n"
            : [even] "=&r"(even), [odd] "=&r"(odd), [to] "+&r"(to), [pixels] "+&r"(pixels)
            : [channels] "r"(channels), [column] "i"(8 * Rows)
            : "memory");
        return;
    }
#endif
    const uint32_t word = load_word(pixels);
    to[0] = sxtb16(word);
    to[1] = sxtb16_ror8(word);
    to += 2 * Rows, pixels += channels;
}

/// `count` columns of a row of a panel: the four channels at `pixels` and at those behind, which
/// are `channels` bytes apart; padding where there are none.
template <int Rows>
[[gnu::always_inline]] inline void widen_row(uint32_t* to, const int8_t* pixels, int32_t count,
                                             int32_t channels, uint32_t padding) {
    if (!pixels) {
        for (; count > 0; --count, to += 2 * Rows) to[0] = to[1] = padding;
        return;
    }
    for (; count >= 4; count -= 4)
#pragma GCC unroll 4
        for (int i = 0; i < 4; ++i) widen_pixel<Rows>(to, pixels, channels);
    for (; count > 0; --count) widen_pixel<Rows>(to, pixels, channels);
}

/// The last `kept` rows of a panel's columns become the first.
template <int Rows, int Kept>
[[gnu::always_inline]] inline void keep_rows(uint32_t* pixels, int32_t count) {
    for (; count > 0; --count, pixels += 2 * Rows)
        for (int i = 0; i < Kept; ++i)
            __builtin_memcpy(pixels + 2 * i, pixels + 2 * (i + Rows - Kept), 2 * sizeof *pixels);
}

/// Sums of the pixel whose window begins at `pixels`, for each of the four channels.
template <panel_key G>
[[gnu::always_inline]] inline void sum_pixel(const panel<G>& s, const uint32_t* pixels,
                                             int32_t (&sums)[panel_channels]) {
    const uint32_t* w = s.weights();
    for (int32_t c = 0; c < panel_channels; ++c) sums[c] = int32_t(s.table[c]);
    for (int32_t i = 0; i < G.window.kernel_h; ++i) {
        const uint32_t* x = pixels + 2 * i * G.window.dilation_h;
#pragma GCC unroll 5
        for (int32_t k = 0; k < G.window.kernel_w;
             ++k, w += 2, x += 2 * panel<G>::rows * G.window.dilation_w) {
            sums[0] = smlabb(x[0], w[0], sums[0]);
            sums[1] = smlabb(x[1], w[1], sums[1]);
            sums[2] = smlatt(x[0], w[0], sums[2]);
            sums[3] = smlatt(x[1], w[1], sums[3]);
        }
    }
}

/// A pixel's four channels.
template <panel_key G, class Out>
[[gnu::always_inline]] inline void convolve_pixel(const panel<G>& s, const uint32_t* pixels,
                                                  Out* out) {
    int32_t sums[panel_channels];
    sum_pixel(s, pixels, sums);
    if constexpr (G.sums) {
#pragma GCC unroll 4
        for (int32_t c = 0; c < panel_channels; ++c) out[c] = sums[c];
        return;
    }
    const uint32_t* scale = s.weights() + 2 * panel<G>::taps;
#pragma GCC unroll 4
    for (int32_t c = 0; c < panel_channels; ++c)
        out[c] = int8_t(ssat8(rescaled<short_rescaling_of(G.finish)>(
            sums[c], int32_t(scale[3 * c]), int32_t(scale[3 * c + 1]), int32_t(scale[3 * c + 2]))));
}

/// Rows of the four channels, with short scales.
template <panel_key G, class Out>
[[gnu::always_inline]] inline void convolve_rows(const panel<G>& s, int32_t width, Out* out,
                                                 int32_t step, int32_t row_count) {
    for (int32_t y = 0; y < row_count; ++y) {
        const uint32_t* pixels = s.pixels() + 2 * y * G.window.stride_h;
        for (int32_t x = 0; x < width; ++x, out += step)
            convolve_pixel(s, pixels + 2 * x * panel<G>::rows * G.window.stride_w, out);
    }
}

/// Rows of the four channels, with any scales.
template <panel_key G>
[[gnu::noinline]] inline void convolve_rows_slowly(const epilogue<int8_t>& e, const panel<G>& s,
                                                   int32_t first, int32_t width, int8_t* out,
                                                   int32_t step, int32_t row_count) {
    for (int32_t y = 0; y < row_count; ++y) {
        const uint32_t* pixels = s.pixels() + 2 * y * G.window.stride_h;
        for (int32_t x = 0; x < width;
             ++x, out += step, pixels += 2 * panel<G>::rows * G.window.stride_w) {
            int32_t sums[panel_channels];
            sum_pixel(s, pixels, sums);
            for (int32_t c = 0; c < panel_channels; ++c)
                out[c] = finish_one<G.finish>(e, first + c, s.scales[c], sums[c]);
        }
    }
}

/// Up to panel_rows rows of channels [first, first + 4), from row `top` of the window; the panel
/// holds those before unless `top` is 0.
template <panel_key G, class Out>
[[gnu::always_inline]] inline void convolve_panel(const depthwise_conv_layer<int8_t>& layer,
                                                  const panel<G>& s, const inside_columns& inside,
                                                  int32_t first, Out* out, int32_t step,
                                                  int32_t row_count, int32_t top,
                                                  const row_window<int8_t>& in) {
    constexpr int32_t rows = panel<G>::rows, kept = rows - panel_rows * G.window.stride_h;
    const int32_t width = layer.width_out, channels = layer.channels_in;
    const int32_t place = first + inside.first * channels;
    const int32_t needed = rows - (panel_rows - row_count) * G.window.stride_h;
    uint32_t* to = s.pixels() + 2 * rows * inside.left;
    int32_t y = 0;
    if constexpr (kept > 0)
        if (top > 0) {
            keep_rows<rows, kept>(to, inside.count);
            y = kept, to += 2 * kept;
        }
    for (; y < needed; ++y, to += 2) {
        const int8_t* row = in(top + y);
        widen_row<rows>(to, row ? row + place : nullptr, inside.count, channels,
                        padding_word(layer));
    }
    if constexpr (G.sums)
        convolve_rows(s, width, out, step, row_count);
    else if (G.finish.short_scales || s.is_short)
        convolve_rows(s, width, out, step, row_count);
    else
        convolve_rows_slowly(layer.result, s, first, width, out, step, row_count);
}

/// Makes all rows of channels [first, first + 4).
template <panel_key G, class Out>
[[gnu::always_inline]] inline void convolve_channels(const depthwise_conv_layer<int8_t>& layer,
                                                     const panel<G>& s,
                                                     const inside_columns& inside, int32_t first,
                                                     Out* out, int32_t step, int32_t row_count,
                                                     const row_window<int8_t>& in) {
    for (int32_t y = 0; y < row_count; y += panel_rows, out += panel_rows * layer.width_out * step)
        convolve_panel(layer, s, inside, first, out, step,
                       row_count - y < panel_rows ? row_count - y : panel_rows,
                       y * G.window.stride_h, in);
}

}  // namespace tigris::kernels::arm_dsp_kernels
