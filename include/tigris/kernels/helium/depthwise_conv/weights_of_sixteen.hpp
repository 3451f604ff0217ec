// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The order of depthwise weights that the tool makes for Helium, and for which layers: what
// planners and the kernel must agree on.

#include <tigris/model/weight_facts.hpp>
#include <tigris/model/weight_order.hpp>
#include <tigris/ops/window.hpp>

namespace tigris::kernels::helium_kernels {

/// helium_sixteens: of sixteen channels all taps, then of the next. Requires whole sixteens.
constexpr void arrange_sixteens(const weight_extents& e, const int8_t* from, int8_t* to) {
    const int32_t taps = e.rows, channels = e.outputs;
    for (int32_t first = 0; first < channels; first += 16)
        for (int32_t tap = 0; tap < taps; ++tap)
            for (int32_t i = 0; i < 16; ++i) *to++ = from[tap * channels + first + i];
}

/// Products of two taps are added in 16 bits.
constexpr bool are_pairable(const weight_facts& f) { return f.lowest > -128; }

/// Narrow rows, and strides: there planes are laid for few windows (plane_shape.hpp).
constexpr bool convolves_sixteens(const ops::window& w, dtype in, dtype out, int32_t channels_in,
                                  int32_t channels_out, int32_t width_out) {
    return in == dtype::i8 && out == dtype::i8 && w.kernel_h == 3 && w.kernel_w == 3 &&
           channels_in == channels_out && channels_out % 16 == 0 && channels_out >= 32 &&
           (width_out <= 8 || w.stride_w > 1);
}

/// Working memory: a pixel of padding, and what each channel's sum is rescaled by, three words;
/// three more bytes for memory that is not aligned.
inline constexpr int32_t words_of_scale = 3;
constexpr int32_t scratch_bytes_of_sixteens(int32_t channels) {
    return channels * (4 * words_of_scale + 1) + 3;
}

}  // namespace tigris::kernels::helium_kernels
