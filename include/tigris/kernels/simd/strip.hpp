// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Rows of a strip of the image as they are multiplied, with their padding; where windows lie in
// them.

#include <tigris/kernels/convolution.hpp>
#include <tigris/kernels/row_window.hpp>
#include <tigris/kernels/simd/multiply_block.hpp>

namespace tigris::kernels::simd {

/// Rows of a picture, `width` pixels each, the first column that windows read, and what is read
/// outside.
template <class T>
struct strip_source {
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
[[gnu::noinline]] void copy_pixels(const strip_source<T>& from, const T* row, int32_t column,
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

/// The rows that a strip's windows read: where they lie, or copied to `memory`.
template <geometry G, class T>
class strip_windows {
    using element = typename products<T>::element;

public:
    /// Of `rows` rows of the result from `row` on, and `columns` columns from image's `column` on.
    strip_windows(const window_shape& s, const strip_source<T>& from, element* memory, int32_t row,
                  int32_t rows, int32_t column, int32_t columns)
        : shape_(s) {
        const int32_t pixels = (columns - 1) * G.stride_w + (G.kernel_w - 1) * G.dilation_w + 1;
        const int32_t count = (rows - 1) * G.stride_h + (G.kernel_h - 1) * G.dilation_h + 1;
        for (int32_t i = 0; i < count; ++i, memory += s.row_elements())
            begins_[i] = begin_of(from, from.rows(row * G.stride_h + i), column, pixels, memory);
    }

    /// The windows of the strip's row y.
    struct row_runs {
        const element* begins[G.kernel_h * (G.dilation_w == 1 ? 1 : G.kernel_w)];
    };
    row_runs runs_of(int32_t y) const {
        row_runs result;
        const element** to = result.begins;
        for (int32_t i = 0; i < G.kernel_h; ++i)
            for (int32_t k = 0; k < shape_.runs / G.kernel_h; ++k)
                *to++ =
                    begins_[y * G.stride_h + i * G.dilation_h] + k * G.dilation_w * shape_.channels;
        return result;
    }

private:
    static constexpr int32_t capacity =
        (strip_rows - 1) * G.stride_h + (G.kernel_h - 1) * G.dilation_h + 1;

    const element* begin_of(const strip_source<T>& from, const T* row, int32_t column,
                            int32_t pixels, element* memory) const {
        if constexpr (!is_changed<T>)
            if (row && column >= 0 && column + pixels <= from.width &&
                shape_.filled_run() == shape_.run)
                return row + column * from.channels;
        copy_pixels(from, row, column, pixels, memory);
        return memory;
    }

    const window_shape& shape_;
    const element* begins_[capacity];
};

}  // namespace tigris::kernels::simd
