// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The average of all pixels of an image of bytes: four channels are added at a time, in 16 bits for
// some pixels.

#include <tigris/kernels/arm_dsp/instructions.hpp>
#include <tigris/kernels/contract/key.hpp>
#include <tigris/kernels/fast_int8/averages_of_bytes.hpp>
#include <tigris/kernels/portable/global_average_pool.hpp>

namespace tigris::kernels {
namespace arm_dsp_kernels {

/// Adds four channels of `count` pixels, which are `channels` bytes apart; at most
/// codes_in_halves.
[[gnu::always_inline]] inline void add_four_channels(int32_t* sums, const int8_t* pixel,
                                                     int32_t count, int32_t channels) {
    uint32_t even = 0, odd = 0;
    for (; count > 0; --count, pixel += channels) {
        const uint32_t word = load_word(pixel);
        even = sxtab16(even, word);
        odd = sxtab16_ror8(odd, word);
    }
    sums[0] += low_half(even);
    sums[1] += low_half(odd);
    sums[2] += high_half(even);
    sums[3] += high_half(odd);
}

/// Adds all channels of `count` pixels, at most codes_in_halves.
inline void add_pixels(int32_t* sums, const int8_t* pixels, int32_t count, int32_t channels) {
    int32_t c = 0;
    for (; c + 4 <= channels; c += 4) add_four_channels(sums + c, pixels + c, count, channels);
    // Three at most: g++ warns of an overflow where c counts up to channels.
    for (int32_t rest = channels & 3; rest > 0; --rest, ++c)
        for (int32_t i = 0; i < count; ++i) sums[c] += pixels[i * channels + c];
}

}  // namespace arm_dsp_kernels

template <global_average_pool_key G>
[[gnu::noinline]] inline void add_rows(arm_dsp_tag, const global_average_pool_layer<int8_t>& layer,
                                       int32_t* sums, const row_window<int8_t>& in, int32_t,
                                       int32_t row_count) {
    const int32_t channels = known_or(G.channels, layer.channels);
    for (int32_t y = 0; y < row_count; ++y) {
        const int8_t* pixels = in(y);
        for (int32_t x = 0; x < layer.width; x += codes_in_halves) {
            const int32_t rest = layer.width - x;
            arm_dsp_kernels::add_pixels(sums, pixels + x * channels,
                                        rest < codes_in_halves ? rest : codes_in_halves, channels);
        }
    }
}

}  // namespace tigris::kernels
