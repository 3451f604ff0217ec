// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// How much of an image is copied for one call of a library: what planners and image_calls.hpp must
// agree on.

#include <tigris/ops/window.hpp>

namespace tigris::kernels {

/// Rows and columns under neighboring windows.
constexpr int32_t rows_under(const ops::window& w, int32_t windows) {
    return (windows - 1) * w.stride_h + (w.kernel_h - 1) * w.dilation_h + 1;
}
constexpr int32_t columns_under(const ops::window& w, int32_t windows) {
    return (windows - 1) * w.stride_w + (w.kernel_w - 1) * w.dilation_w + 1;
}

/// Bytes of a panel: the rows under `pixels` windows of one output row.
constexpr int32_t bytes_of_panel(const ops::window& w, int32_t pixels, int32_t channels) {
    return w.kernel_h * columns_under(w, pixels) * channels;
}

/// Output pixels for which a panel is copied: many save calls, and columns that windows share.
/// Single pixels are copied only where some are padding.
constexpr int32_t pixels_at_once(const ops::window& w, int32_t width_out, int32_t channels) {
    constexpr int32_t enough_bytes = 2048, fewest = 4;
    const int32_t columns = enough_bytes / (w.kernel_h * channels);
    const int32_t reach = columns_under(w, 1);
    const int32_t fit = columns < reach ? 0 : (columns - reach) / w.stride_w + 1;
    const bool is_pixel = w.kernel_h == 1 && w.kernel_w == 1;
    const int32_t pixels = is_pixel || fit < fewest ? fewest : fit;
    return pixels < width_out ? pixels : width_out;
}

/// Whether a panel is ever copied: rows of a window may lie apart, and padding is written.
constexpr bool copies_panels(const ops::window& w) {
    return w.kernel_h > 1 || w.pad_top || w.pad_left || w.pad_bottom || w.pad_right;
}

constexpr int32_t panel_bytes(const ops::window& w, int32_t width_out, int32_t channels) {
    if (!copies_panels(w)) return 0;
    return bytes_of_panel(w, pixels_at_once(w, width_out, channels), channels);
}

}  // namespace tigris::kernels
