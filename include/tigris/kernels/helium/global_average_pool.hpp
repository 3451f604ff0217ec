// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The average of all pixels of an image of bytes: eight channels are added at a time, in 16 bits
// for some pixels.

#include <tigris/kernels/helium/instructions.hpp>
#include <tigris/kernels/portable/global_average_pool.hpp>

namespace tigris::kernels {
namespace mve {

/// So many codes add up to less than 2^15.
inline constexpr int32_t pixels_in_halves = 255;

/// Adds eight channels of `count` pixels, which are `channels` bytes apart; at most
/// pixels_in_halves.
[[gnu::always_inline]] inline void add_eight_channels(int32_t* sums, const int8_t* pixel,
                                                      int32_t count, int32_t channels) {
    halves made{};
    for (; count > 0; --count, pixel += channels) made += widen_8(pixel);
    int16_t copies[8];
    store(copies, made);
    store(sums, load<words>(sums) + widen_4(copies));
    store(sums + 4, load<words>(sums + 4) + widen_4(copies + 4));
}

/// Adds all channels of `count` pixels, at most pixels_in_halves.
[[gnu::noinline]] inline void add_pixels(int32_t* sums, const int8_t* pixels, int32_t count,
                                         int32_t channels) {
    int32_t c = 0;
    for (; c + 8 <= channels; c += 8) add_eight_channels(sums + c, pixels + c, count, channels);
    for (; c < channels; ++c)
        for (int32_t i = 0; i < count; ++i) sums[c] += pixels[i * channels + c];
}

}  // namespace mve

template <geometry G>
    requires(G.in == dtype::i8)
[[gnu::noinline]] inline void add_rows(helium_tag, const global_average_pool_layer<int8_t>& layer,
                                       int32_t* sums, const row_window<int8_t>& in, int32_t,
                                       int32_t row_count) {
    for (int32_t y = 0; y < row_count; ++y) {
        const int8_t* pixels = in(y);
        for (int32_t x = 0; x < layer.width; x += mve::pixels_in_halves) {
            const int32_t rest = layer.width - x;
            mve::add_pixels(sums, pixels + x * layer.channels,
                            rest < mve::pixels_in_halves ? rest : mve::pixels_in_halves,
                            layer.channels);
        }
    }
}

}  // namespace tigris::kernels
