// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// How the rows of a depthwise convolution are laid out as planes: what planners and the kernel must
// agree on.

#include <stdint.h>
#include <tigris/kernels/geometry.hpp>

namespace tigris::kernels::dsp {

/// Channels that are taken apart at a time, one plane each.
inline constexpr int32_t plane_channels = 4;

/// Whether the kernel applies to a window of signed bytes.
constexpr bool runs_on_planes(dtype in, dtype out, const ops::window& w) {
    return in == dtype::i8 && out == dtype::i8 && w.kernel_h == 3 && w.kernel_w == 3 &&
           w.dilation_h == 1 && w.dilation_w == 1 && w.stride_w <= 2;
}

/// Whether it applies to so many channels: one output each, enough to fill a word.
constexpr bool fill_planes(int32_t channels_in, int32_t channels_out) {
    return channels_in == channels_out && channels_in >= plane_channels;
}

/// Words of a plane's row, two pixels each: those under the windows of an even number of outputs.
constexpr int32_t plane_row_words(int32_t outputs, int32_t stride_w) {
    return (outputs + 1) / 2 * stride_w + 1;
}

/// Rows of the output that are made from planes at a time: more of narrow ones, whose weights and
/// rescaling would cost more than their pixels.
inline constexpr int32_t narrow_row_words = 6, medium_row_words = 14;
constexpr int32_t rows_at_once(int32_t row_words) {
    return row_words <= narrow_row_words ? 16 : row_words <= medium_row_words ? 8 : 4;
}

constexpr int32_t plane_rows(int32_t row_words, int32_t stride_h) {
    return (rows_at_once(row_words) - 1) * stride_h + 3;
}
/// Four planes and one channel's sums (one more where their number is odd).
constexpr int32_t plane_words(int32_t row_words, const ops::window& w) {
    const int32_t outputs = (row_words - 1) / w.stride_w * 2;
    return plane_channels * plane_rows(row_words, w.stride_h) * row_words +
           rows_at_once(row_words) * outputs + 2;
}

/// Of planes as wide or narrower, since a layer may run in strips. Three more bytes for memory that
/// is not aligned.
constexpr int32_t scratch_bytes_of_planes(int32_t outputs, const ops::window& w) {
    const int32_t row_words = plane_row_words(outputs, w.stride_w);
    int32_t most = plane_words(row_words, w);
    constexpr int32_t widths[]{narrow_row_words, medium_row_words};
    for (const int32_t narrower : widths) {
        const int32_t words = narrower < row_words ? plane_words(narrower, w) : 0;
        if (words > most) most = words;
    }
    return 4 * most + 3;
}

}  // namespace tigris::kernels::dsp
