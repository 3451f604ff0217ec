// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The average of bytes over sliding windows, four channels at once in 16 bits.

#include <tigris/kernels/arm_dsp/instructions.hpp>
#include <tigris/kernels/arm_dsp/pool/shape.hpp>
#include <tigris/kernels/contract/key.hpp>
#include <tigris/kernels/fast_int8/averages_of_bytes.hpp>

namespace tigris::kernels {
namespace arm_dsp_kernels {

/// Codes of four channels, added up.
struct four_sums {
    uint32_t even = 0;
    uint32_t odd = 0;

    [[gnu::always_inline]] void add(const int8_t* x) {
        const uint32_t word = load_word(x);
        even = sxtab16(even, word);
        odd = sxtab16_ror8(odd, word);
    }
};

/// Averages all pixels of a call; the last four channels overlap those before if channels are left
/// over.
template <window_average_key G>
[[gnu::noinline]] inline void average_rows(const pool_layer<int8_t>& layer, int8_t* out,
                                           int32_t step, int32_t row_count,
                                           const row_window<int8_t>& in) {
    const int32_t channels = layer.channels, last = channels - 4;
    window_average<G> average(layer, G.window.taps());
    const auto pixel = [&](const pool_taps<G.window>& taps, int8_t* to)
        __attribute__((always_inline)) {
        const int32_t existing = taps.size();
        if (existing != average.inside) average = {layer, existing};
        for (int32_t c = 0; c < channels; c += 4) {
            const int32_t channel = c < last ? c : last;
            four_sums sums;
            taps.for_each(channel, [&](const int8_t* x) { sums.add(x); });
            const int32_t of[]{low_half(sums.even), low_half(sums.odd), high_half(sums.even),
                               high_half(sums.odd)};
            for (int i = 0; i < 4; ++i) to[channel + i] = average.template code<int8_t>(of[i]);
        }
    };
    for_each_window<G.window>(layer, out, step, row_count, in, pixel);
}

}  // namespace arm_dsp_kernels

template <pool_key G>
    requires(averages_bytes(G, codes_in_halves))
[[gnu::always_inline]] constexpr int8_t variant_of(const arm_dsp_tag&,
                                                   const pool_layer<int8_t>& layer) {
    return arm_dsp_kernels::fills_words(layer.channels) ? first_variant : portable_variant;
}

template <pool_key G>
    requires(averages_bytes(G, codes_in_halves) &&
             (G.channels == 0 || arm_dsp_kernels::fills_words(G.channels)))
[[gnu::always_inline]] inline void rows(const arm_dsp_tag& tag, const pool_layer<int8_t>& layer,
                                        int8_t* out, int32_t row_count,
                                        const row_window<int8_t>& in) {
    if (variant_for<G>(tag, layer) == first_variant)
        arm_dsp_kernels::average_rows<window_average_key_of(G)>(
            layer, out, pixel_step(G.out_pixel_stride, layer.channels), row_count, in);
    else
        rows<G>(portable_tag{}, layer, out, row_count, in);
}

}  // namespace tigris::kernels
