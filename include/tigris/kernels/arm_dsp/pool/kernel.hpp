// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The maximum of bytes over sliding windows, four channels at once.

#include <tigris/kernels/arm_dsp/instructions.hpp>
#include <tigris/kernels/arm_dsp/pool/shape.hpp>
#include <tigris/kernels/contract/key.hpp>
#include <tigris/kernels/fast_int8/maxima_of_bytes.hpp>

namespace tigris::kernels {
namespace arm_dsp_kernels {

constexpr uint32_t four_of(int32_t code) { return uint32_t(uint8_t(code)) * 0x01010101u; }

/// Makes all pixels of a call; the last four channels overlap those before if channels are left
/// over.
template <window_key Window>
[[gnu::noinline]] inline void find_largest_rows(const pool_layer<int8_t>& layer, int8_t* out,
                                                int32_t step, int32_t row_count,
                                                const row_window<int8_t>& in) {
    const int32_t channels = layer.channels, last = channels - 4;
    const uint32_t low = four_of(layer.result.codes.low), high = four_of(layer.result.codes.high);
    const auto pixel = [&](const pool_taps<Window>& taps, int8_t* to)
        __attribute__((always_inline)) {
        for (int32_t c = 0; c < channels; c += 4) {
            const int32_t channel = c < last ? c : last;
            uint32_t largest = four_of(-128);
            taps.for_each(channel,
                          [&](const int8_t* x) { largest = max_bytes(largest, load_word(x)); });
            const uint32_t codes = min_bytes(max_bytes(largest, low), high);
            __builtin_memcpy(to + channel, &codes, sizeof codes);
        }
    };
    for_each_window<Window>(layer, out, step, row_count, in, pixel);
}

}  // namespace arm_dsp_kernels

/// Tensors of one quantization; the portable kernel rescales others.
template <pool_key G>
    requires(finds_largest(G))
[[gnu::always_inline]] constexpr int8_t variant_of(const arm_dsp_tag&,
                                                   const pool_layer<int8_t>& layer) {
    return arm_dsp_kernels::fills_words(layer.channels) && layer.result.is_identity()
               ? first_variant
               : portable_variant;
}

template <pool_key G>
    requires(finds_largest(G) && (G.channels == 0 || arm_dsp_kernels::fills_words(G.channels)))
[[gnu::always_inline]] inline void rows(const arm_dsp_tag& tag, const pool_layer<int8_t>& layer,
                                        int8_t* out, int32_t row_count,
                                        const row_window<int8_t>& in) {
    if (variant_for<G>(tag, layer) == first_variant)
        arm_dsp_kernels::find_largest_rows<G.window>(
            layer, out, pixel_step(G.out_pixel_stride, layer.channels), row_count, in);
    else
        rows<G>(portable_tag{}, layer, out, row_count, in);
}

}  // namespace tigris::kernels
