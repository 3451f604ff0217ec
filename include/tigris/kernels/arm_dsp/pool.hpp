// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The maximum of bytes over sliding windows, four channels at once.

#include <tigris/kernels/arm_dsp/instructions.hpp>
#include <tigris/kernels/arm_dsp/pool_shape.hpp>

namespace tigris::kernels {
namespace dsp {

constexpr uint32_t four_of(int32_t code) { return uint32_t(uint8_t(code)) * 0x01010101u; }

/// The largest of each of four bytes in a window whose rows begin at `taps` (null: padding);
/// neighboring pixels lie `apart`.
template <geometry G>
[[gnu::always_inline]] inline uint32_t largest_of(const int8_t* const (&taps)[G.kernel_h],
                                                  int32_t place, int32_t count, int32_t apart) {
    uint32_t largest = four_of(-128);
    for (int32_t i = 0; i < G.kernel_h; ++i) {
        if (!taps[i]) continue;
        const int8_t* x = taps[i] + place;
        for (int32_t k = count; k > 0; --k, x += apart) largest = max_bytes(largest, load_word(x));
    }
    return largest;
}

/// A row of pixels; the last four channels overlap those before if channels are left over.
template <geometry G>
[[gnu::always_inline]] inline void find_largest(const pool_layer<int8_t>& layer,
                                                const int8_t* const (&taps)[G.kernel_h],
                                                int8_t* out, int32_t step) {
    const int32_t channels = layer.channels, last = channels - 4;
    const uint32_t low = four_of(layer.result.codes.low), high = four_of(layer.result.codes.high);
    for (int32_t x = 0; x < layer.width_out; ++x, out += step) {
        const int32_t column = x * G.stride_w - layer.pad_left;
        const tap_range inside = taps_inside(column, layer.width_in, G.kernel_w, G.dilation_w);
        const int32_t first = (column + inside.first * G.dilation_w) * channels;
        for (int32_t c = 0; c < channels; c += 4) {
            const int32_t channel = c < last ? c : last;
            const uint32_t largest =
                largest_of<G>(taps, first + channel, inside.count(), G.dilation_w * channels);
            const uint32_t codes = min_bytes(max_bytes(largest, low), high);
            __builtin_memcpy(out + channel, &codes, sizeof codes);
        }
    }
}

/// The fields that maxima are compiled for.
constexpr geometry maximum_key(const geometry& g) { return with_window({}, window_of(g)); }

template <geometry G>
[[gnu::noinline]] inline void find_largest_rows(const pool_layer<int8_t>& layer, int8_t* out,
                                                int32_t step, int32_t row_count,
                                                const row_window<int8_t>& in) {
    for (int32_t y = 0; y < row_count; ++y, out += layer.width_out * step) {
        const int8_t* taps[G.kernel_h];
        for (int32_t i = 0; i < G.kernel_h; ++i) taps[i] = in(y * G.stride_h + i * G.dilation_h);
        find_largest<G>(layer, taps, out, step);
    }
}

}  // namespace dsp

/// Between tensors of one quantization; others are rescaled by the portable kernel.
template <geometry G>
    requires(dsp::finds_largest(G) && (G.channels_in == 0 || dsp::fills_words(G.channels_in)))
[[gnu::always_inline]] inline void rows(arm_dsp_tag, const pool_layer<int8_t>& layer, int8_t* out,
                                        int32_t row_count, const row_window<int8_t>& in) {
    if (dsp::fills_words(layer.channels) && layer.result.is_identity())
        dsp::find_largest_rows<dsp::maximum_key(G)>(layer, out, pixel_step(G, layer.channels),
                                                    row_count, in);
    else
        rows<G>(portable_tag{}, layer, out, row_count, in);
}

}  // namespace tigris::kernels
