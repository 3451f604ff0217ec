// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The planes of channels on which depthwise windows are neighboring bytes: what planners and the
// kernel must agree on.

#include <stdint.h>
#include <tigris/ops/window.hpp>

namespace tigris::kernels::helium_kernels {

/// A plane holds a channel of the `rows` input rows under `rows_at_once` output rows, column after
/// column. So a window's taps lie in `vectors` vectors from its first on, other bytes between them.
/// Planes of `channels` channels, 8 or 16, lie side by side.
struct plane_shape {
    int32_t channels = 8;
    int32_t rows_at_once = 1;
    int32_t rows = 0;
    int32_t vectors = 0;
    int32_t bytes = 0;
};

/// Bytes from a window's first tap to behind its last, on planes of `rows` rows.
constexpr int32_t span_of_window(const ops::window& w, int32_t rows) {
    return (w.kernel_w - 1) * w.dilation_w * rows + w.kernel_h;
}
constexpr int32_t vectors_of_window(const ops::window& w, int32_t rows) {
    return (span_of_window(w, rows) + 15) / 16;
}

/// Rows of the output that are made at once: up to four, as many as need no more vectors than one
/// row. Of dilated rows only those under taps are held, for one output row.
constexpr int32_t rows_at_once(const ops::window& w) {
    const int32_t fewest = vectors_of_window(w, w.kernel_h);
    int32_t rows = 1;
    while (w.dilation_h == 1 && rows < 4 &&
           vectors_of_window(w, w.kernel_h + rows * w.stride_h) == fewest)
        ++rows;
    return rows;
}

/// The most bytes of a plane with which planes of 16 channels are made at a time, not of 8.
inline constexpr int32_t small_plane = 96;

/// The shape of planes, with room for the vectors of the last window in a row of `width` windows.
constexpr plane_shape plane_shape_of(const ops::window& w, int32_t width, int32_t channels) {
    const int32_t at_once = rows_at_once(w), rows = w.kernel_h + (at_once - 1) * w.stride_h;
    const int32_t vectors = vectors_of_window(w, rows);
    const int32_t last = (width - 1) * w.stride_w * rows + (at_once - 1) * w.stride_h;
    const int32_t plane = last + 16 * vectors;
    return {channels > 8 && plane <= small_plane ? 16 : 8, at_once, rows, vectors, plane};
}

/// Working memory: planes, and the weights of their channels laid like their taps.
constexpr int32_t plane_bytes(const plane_shape& s) { return s.channels * s.bytes; }
constexpr int32_t scratch_bytes_of(const plane_shape& s) {
    return plane_bytes(s) + s.channels * 16 * s.vectors;
}

/// The most for any part of a row.
constexpr int32_t largest_scratch_bytes_of(const plane_shape& s, int32_t channels) {
    const int32_t whole = scratch_bytes_of(s);
    if (channels <= 8 || s.channels > 8) return whole;
    const int32_t narrow = 16 * (small_plane + 16 * s.vectors);
    return whole > narrow ? whole : narrow;
}

/// Whether the kernel applies: signed bytes on both sides, one output for each channel, and planes
/// whose distances fit 16 bits.
constexpr bool has_planes(dtype in, dtype out) { return in == dtype::i8 && out == dtype::i8; }
constexpr bool fit_planes(const plane_shape& s, int32_t channels_in, int32_t channels_out) {
    return channels_in == channels_out && plane_bytes(s) < 1 << 15;
}

}  // namespace tigris::kernels::helium_kernels
