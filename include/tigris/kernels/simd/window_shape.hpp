// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// How rows and weights are laid out for a matrix product: what planners and the kernels must agree
// on.

#include <stdint.h>
#include <tigris/ops/window.hpp>

namespace tigris::kernels::simd_kernels {

/// Outputs that are computed side by side, and pixels at a time.
inline constexpr int32_t block_outputs = 16, block_pixels = 6;

/// Elements as they are multiplied, and how many of them in one instruction.
struct element_form {
    int32_t bytes = 0;
    int32_t step = 1;
    /// Whether blocks of packed weights begin with what their sums start from.
    bool has_starts = false;
};

/// What no processor needs more than: facts do not know which one runs the kernels.
constexpr element_form largest_form(dtype in) {
    return {in == dtype::f32 ? 4 : 2, in == dtype::f32 ? 1 : 4, in != dtype::f32};
}

constexpr int32_t round_up(int32_t x, int32_t n) { return (x + n - 1) / n * n; }

/// Whether rows of the result are made of rows of the image, pixel by pixel.
constexpr bool is_pixel_by_pixel(const ops::window& w, int32_t width_in, int32_t width_out) {
    return w.kernel_h == 1 && w.kernel_w == 1 && w.stride_w == 1 && w.pad_left == 0 &&
           width_in == width_out;
}

/// A window is made of `spans` of neighboring elements: rows of the kernel, or its taps if the
/// kernel is dilated. An area of the result, of some rows and columns, is computed at a time. Its
/// input rows are `row_pixels` wide, with padding.
struct window_shape {
    ops::window window{};
    element_form form{};
    int32_t weight_bytes = 0;
    int32_t channels = 0;
    int32_t spans = 0;
    int32_t span = 0;
    int32_t columns = 0;
    int32_t rows = 1;

    /// Elements of a span as they are multiplied. Elements that fill up the span have weights of 0.
    constexpr int32_t filled_span() const { return round_up(span, form.step); }
    constexpr int32_t depth() const { return spans * filled_span(); }
    constexpr int32_t row_pixels() const {
        return (columns - 1) * window.stride_w + (window.kernel_w - 1) * window.dilation_w + 1;
    }
    /// Elements from one row to the next, with elements that the last span may read beyond it.
    constexpr int32_t row_elements() const { return row_pixels() * channels + form.step - 1; }
    constexpr int32_t rows_in() const {
        return (rows - 1) * window.stride_h + (window.kernel_h - 1) * window.dilation_h + 1;
    }
};

constexpr int32_t bytes_of_rows(const window_shape& s) {
    return round_up(s.rows_in() * s.row_elements() * s.form.bytes, 4);
}
constexpr int32_t bytes_of_starts(const window_shape& s) {
    return s.form.has_starts ? block_outputs * 4 : 0;
}
constexpr int32_t bytes_of_block(const window_shape& s) {
    return bytes_of_starts(s) + block_outputs * s.depth() * s.weight_bytes;
}

/// The most pixels of an area, and the most output rows that it spans.
inline constexpr int32_t area_pixels = 16 * block_pixels, area_rows = 8;

/// The shape with an area of about `pixels` pixels, in rows of `width` pixels.
constexpr window_shape with_area(window_shape s, int32_t pixels, int32_t width) {
    const int32_t rows = pixels / width;
    s.columns = width < pixels ? width : pixels;
    s.rows = rows < 1 ? 1 : rows < area_rows ? rows : area_rows;
    return s;
}

/// The shape with an area whose input rows, in the largest form, fill about half of a first-level
/// cache.
constexpr window_shape window_shape_of(const ops::window& w, dtype in, element_form form,
                                       int32_t channels, int32_t width_in, int32_t width_out) {
    constexpr int32_t room = 1 << 14;
    const bool is_dilated = w.dilation_w != 1;
    const window_shape shape{.window = w,
                             .form = largest_form(in),
                             .weight_bytes = in == dtype::f32 ? 4 : 1,
                             .channels = channels,
                             .spans = w.kernel_h * (is_dilated ? w.kernel_w : 1),
                             .span = channels * (is_dilated ? 1 : w.kernel_w)};
    const int32_t width = is_pixel_by_pixel(w, width_in, width_out) ? 1 << 16 : width_out;
    int32_t pixels = area_pixels;
    while (pixels > block_pixels && bytes_of_rows(with_area(shape, pixels, width)) > room)
        pixels -= block_pixels;
    window_shape result = with_area(shape, pixels, width);
    result.form = form;
    return result;
}

/// The most bytes of rows in a call for some columns of an image: narrow areas hold more rows.
constexpr int32_t most_bytes_of_rows(ops::window w, dtype in, int32_t channels, int32_t width_in,
                                     int32_t width_out) {
    const element_form form = largest_form(in);
    const bool is_endless = is_pixel_by_pixel(w, width_in, width_out);
    // Columns without padding may be pixel by pixel where the image is not.
    w.pad_left = 0;
    int32_t most = bytes_of_rows(window_shape_of(w, in, form, channels, 1, 1));
    for (int32_t width = 1; width <= width_out && width <= area_pixels && !is_endless; ++width) {
        const int32_t bytes = bytes_of_rows(window_shape_of(w, in, form, channels, 0, width));
        if (bytes > most) most = bytes;
    }
    return most;
}

/// Rows and packed weights, and three more bytes for memory that is not aligned.
constexpr int32_t scratch_bytes_of(const window_shape& s, int32_t row_bytes, int32_t outputs) {
    return row_bytes + round_up(outputs, block_outputs) / block_outputs * bytes_of_block(s) + 3;
}

/// Whether a kernel applies: bytes with weights of signed bytes to bytes or sums, or floats.
constexpr bool multiplies(dtype in, dtype out) {
    if (is_byte(in)) return is_byte(out) || out == dtype::i32;
    return in == dtype::f32 && out == dtype::f32;
}

}  // namespace tigris::kernels::simd_kernels
