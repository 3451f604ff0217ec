// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Windows of one pixel that kernels read in place.

#include <tigris/kernels/contract/row_window.hpp>
#include <tigris/kernels/contract/window_key.hpp>

namespace tigris::kernels {

/// Whether a call of a convolution reads no padding. It may begin and end within rows.
template <window_key Window, class Layer, class T>
inline bool is_without_padding(const Layer& layer, const row_window<T>& in, int32_t row_count) {
    return layer.pad_left <= 0 && layer.width_out - layer.pad_left <= layer.width_in &&
           in.first == 0 && in.last > (row_count - 1) * Window.stride_h;
}

/// How many output rows, from `y` on, are made from input rows that are neighbors in memory and are
/// read in full.
template <window_key Window, class Layer, class T>
inline int32_t rows_in_span(const Layer& layer, const row_window<T>& in, int32_t y,
                            int32_t row_count) {
    if (Window.stride_h != 1 || layer.width_in != layer.width_out) return 1;
    return neighboring_rows(in, y, row_count, layer.width_in * layer.channels_in);
}

}  // namespace tigris::kernels
