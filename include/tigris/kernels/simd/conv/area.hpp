// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Rows of a area of the image as they are multiplied, with their padding; where windows lie in
// them.

#include <tigris/kernels/contract/row_window.hpp>
#include <tigris/kernels/portable/conv.hpp>
#include <tigris/kernels/portable/convolution.hpp>
#include <tigris/kernels/simd/conv/multiply_block.hpp>

namespace tigris::kernels::simd_kernels {

/// Rows of a picture, `width` pixels each, and what is read outside.
template <class T>
struct area_source {
    const row_window<T>& rows;
    int32_t width;
    int32_t channels;
    typename products<T>::element padding;
};

template <class T>
inline void fill_elements(typename products<T>::element* to, int32_t count,
                          typename products<T>::element padding) {
    for (int32_t i = 0; i < count; ++i) to[i] = padding;
}

/// The `pixels` pixels from `column` on.
template <class T>
[[gnu::noinline]] void copy_pixels(const area_source<T>& from, const T* row, int32_t column,
                                   int32_t pixels, typename products<T>::element* to) {
    const int32_t channels = from.channels, end = from.width - column;
    const int32_t before = !row ? pixels : column > 0 ? 0 : column > -pixels ? -column : pixels;
    const int32_t last = end < before ? before : end < pixels ? end : pixels;
    fill_elements<T>(to, before * channels, from.padding);
    if (last > before)
        copy_elements<T>(to + before * channels, row + (column + before) * channels,
                         (last - before) * channels);
    fill_elements<T>(to + last * channels, (pixels - last) * channels, from.padding);
}

/// A area of the result: `columns` columns from `column` on of `rows` rows from `row` on.
struct area_place {
    int32_t row, rows, column, columns;
};

/// A area's windows, in rows that are copied to `memory`, or of one row that lies ready.
template <conv_key G, class T>
class area_windows {
    using element = typename products<T>::element;

public:
    area_windows(const window_shape& s, const area_source<T>& from, element* memory,
                 const area_place& at) {
        const int32_t left = at.column * G.window.stride_w - s.window.pad_left;
        const int32_t pixels = (at.columns - 1) * G.window.stride_w +
                               (G.window.kernel_w - 1) * G.window.dilation_w + 1;
        const int32_t rows =
            (at.rows - 1) * G.window.stride_h + (G.window.kernel_h - 1) * G.window.dilation_h + 1;
        const element* begin = place_of(s, from, at.row * G.window.stride_h, rows, left, pixels);
        if (!begin) {
            begin = memory;
            for (int32_t i = 0; i < rows; ++i, memory += s.row_elements())
                copy_pixels(from, from.rows(at.row * G.window.stride_h + i), left, pixels, memory);
        }
        find_spans(begin, s);
        for (int32_t y = 0, n = 0; y < at.rows; ++y)
            for (int32_t x = 0; x < at.columns; ++x, ++n)
                offsets_[n] =
                    y * G.window.stride_h * s.row_elements() + x * G.window.stride_w * s.channels;
    }
    window_spans<T> spans(const window_shape& s) const {
        return {begins_, s.spans, s.filled_span(), offsets_};
    }

private:
    static constexpr int32_t spans_of_row = G.window.dilation_w == 1 ? 1 : G.window.kernel_w;

    /// One row that needs no padding, of elements that are multiplied as they are; else null.
    static const element* place_of(const window_shape& s, const area_source<T>& from, int32_t row,
                                   int32_t rows, int32_t left, int32_t pixels) {
        if constexpr (!is_changed<T>)
            if (rows == 1 && left >= 0 && left + pixels <= from.width && s.filled_span() == s.span)
                if (const T* pixel = from.rows(row)) return pixel + left * from.channels;
        return nullptr;
    }
    void find_spans(const element* begin, const window_shape& s) {
        for (int32_t i = 0; i < G.window.kernel_h; ++i)
            for (int32_t k = 0; k < spans_of_row; ++k)
                begins_[i * spans_of_row + k] = begin + i * G.window.dilation_h * s.row_elements() +
                                                k * G.window.dilation_w * s.channels;
    }

    const element* begins_[G.window.kernel_h * spans_of_row];
    int32_t offsets_[area_pixels];
};

}  // namespace tigris::kernels::simd_kernels
