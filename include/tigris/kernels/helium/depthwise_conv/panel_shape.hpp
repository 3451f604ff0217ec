// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The panel on which a depthwise window of 3x3 is three neighboring columns: what planners and the
// kernel must agree on.

#include <stdint.h>
#include <tigris/ops/window.hpp>

namespace tigris::kernels::helium_kernels {

/// A panel holds, column after column, a word for each of eight channels: the bytes of the three
/// rows under one row of the output, and a zero. First come columns of weights, no taps on either
/// side of them.
inline constexpr int32_t column_bytes = 8 * 4;
inline constexpr int32_t columns_of_weights = 5;
inline constexpr int32_t words_of_panel_scale = 4;

/// Vectors hold four columns, of which windows with strides of two leave one unused.
constexpr bool has_panels(const ops::window& w) {
    return w.kernel_h == 3 && w.kernel_w == 3 && w.dilation_w == 1 && w.stride_w <= 2;
}

/// Under `width` windows, of which eight are multiplied at a time.
constexpr int32_t columns_of_panel(const ops::window& w, int32_t width) {
    return (width + 7) / 8 * 8 * w.stride_w + 2;
}

/// Working memory: a panel, what its channels' sums are rescaled by, and three bytes for memory
/// that is not aligned.
constexpr int32_t scratch_bytes_of_panel(const ops::window& w, int32_t width) {
    return column_bytes * (columns_of_weights + columns_of_panel(w, width)) +
           8 * 4 * words_of_panel_scale + 3;
}

/// Whether distances of eight pixels fit 16 bits.
constexpr bool reach_pixels(int32_t step) { return 7 * step < 1 << 16; }

/// Whether the kernel applies to dense pixels: one output for each channel.
constexpr bool fit_panels(int32_t channels_in, int32_t channels_out) {
    return channels_in == channels_out && reach_pixels(channels_out);
}

}  // namespace tigris::kernels::helium_kernels
