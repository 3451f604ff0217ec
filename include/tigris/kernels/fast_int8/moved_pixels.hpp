// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Images of another size, of their nearest pixels, moved as bytes by a backend's own copy.

#include <tigris/kernels/contract/key.hpp>
#include <tigris/kernels/portable/resize.hpp>

namespace tigris::kernels {

/// Pixels of `count` bytes, from the places `columns` of a row's pixels.
template <class Copy, class Index>
[[gnu::noinline]] inline void copy_pixels(int8_t* out, int32_t step, const int8_t* row,
                                          const Index* columns, int32_t count, int32_t pixels) {
    for (; pixels > 0; --pixels, out += step) Copy::bytes(out, row + *columns++ * count, count);
}

/// Makes rows of the output, whose pixels lie `step` bytes apart. If a row is like the row before
/// and owns all of its bytes, the whole row is copied. Elements of any type are copied as bytes.
template <resize_key G, class Copy, class T>
[[gnu::noinline]] inline void move_pixels(const resize_layer<T>& layer, T* to, int32_t first_row,
                                          int32_t row_count, const row_window<T>& in) {
    constexpr int32_t size = sizeof(T);
    const int32_t top = window_begin(layer, first_row);
    const int32_t step = size * pixel_step(G.out_pixel_stride, layer.channels),
                  row_bytes = layer.width_out * step;
    int8_t* out = reinterpret_cast<int8_t*>(to);
    int32_t before = -1;
    for (int32_t row = first_row; row < first_row + row_count; ++row, out += row_bytes) {
        const int32_t place = nearest_row_of<G>(row);
        if (!G.out_pixel_stride && place == before) {
            Copy::bytes(out, out - row_bytes, row_bytes);
            continue;
        }
        copy_pixels<Copy>(out, step, reinterpret_cast<const int8_t*>(in(place - top)),
                          nearest_places_of<G.columns>.of, size * layer.channels, layer.width_out);
        before = place;
    }
}

}  // namespace tigris::kernels
