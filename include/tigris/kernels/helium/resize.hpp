// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Images of another size, of their nearest pixels, moved sixteen bytes at once.

#include <tigris/kernels/helium/instructions.hpp>
#include <tigris/kernels/portable/resize.hpp>

namespace tigris::kernels {
namespace mve {

/// Pixels of `count` bytes, from the places `columns` of a row's pixels.
template <class Index>
[[gnu::noinline]] inline void copy_pixels(int8_t* out, int32_t step, const int8_t* row,
                                          const Index* columns, int32_t count, int32_t pixels) {
    for (; pixels > 0; --pixels, out += step) copy_bytes(out, row + *columns++ * count, count);
}

}  // namespace mve

/// Elements of any type are so many bytes.
template <geometry G, class T>
    requires(moves_pixels(G))
[[gnu::noinline]] inline void rows(helium_tag, const resize_layer<T>& layer, T* out,
                                   int32_t first_row, int32_t row_count, const row_window<T>& in) {
    constexpr int32_t size = sizeof(T);
    const int32_t top = window_begin(layer, first_row);
    const int32_t step = pixel_step(G, layer.channels);
    for (int32_t row = first_row; row < first_row + row_count; ++row, out += layer.width_out * step)
        mve::copy_pixels(reinterpret_cast<int8_t*>(out), size * step,
                         reinterpret_cast<const int8_t*>(in(nearest_row_of<G>(row) - top)),
                         nearest_places_of<G.resampled_columns>.of, size * layer.channels,
                         layer.width_out);
}

}  // namespace tigris::kernels
