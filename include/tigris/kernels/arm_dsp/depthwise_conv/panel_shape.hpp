// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// How four channels of some rows are laid out for depthwise convolutions: what planners and the
// kernel must agree on.

#include <stdint.h>
#include <tigris/ops/window.hpp>

namespace tigris::kernels::arm_dsp_kernels {

/// Channels that are convolved side by side, and rows of the output that are made at a time.
inline constexpr int32_t panel_channels = 4, panel_rows = 2;

/// Whether the kernel applies to signed bytes with one output for each of enough channels, which
/// are such, or sums.
constexpr bool multiplies_panels(dtype in, dtype out) {
    return in == dtype::i8 && (out == dtype::i8 || out == dtype::i32);
}
constexpr bool fill_panels(int32_t channels_in, int32_t channels_out) {
    return channels_in == channels_out && channels_in >= panel_channels;
}

/// A panel is column after column, `rows` pixels each, of two words each: channels 0 and 2, 1
/// and 3.
constexpr int32_t rows_of_panel(const ops::window& w) {
    return (panel_rows - 1) * w.stride_h + (w.kernel_h - 1) * w.dilation_h + 1;
}
constexpr int32_t columns_of_panel(const ops::window& w, int32_t outputs) {
    return (outputs - 1) * w.stride_w + (w.kernel_w - 1) * w.dilation_w + 1;
}

/// Words of what is the same for all pixels: where four sums begin, the weights of each tap, two
/// words each, and what each sum is rescaled by (multiplier, constant, shift).
constexpr int32_t words_of_table(const ops::window& w) {
    return panel_channels + 2 * w.kernel_h * w.kernel_w + 3 * panel_channels;
}

/// Three more bytes for memory that is not aligned.
constexpr int32_t scratch_bytes_of_panel(const ops::window& w, int32_t outputs) {
    return 4 * (words_of_table(w) + 2 * rows_of_panel(w) * columns_of_panel(w, outputs)) + 3;
}

}  // namespace tigris::kernels::arm_dsp_kernels
