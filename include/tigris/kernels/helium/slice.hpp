// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Parts of rows, moved sixteen bytes at once where they keep neighboring channels.

#include <tigris/kernels/helium/runs.hpp>
#include <tigris/kernels/portable/slice.hpp>

namespace tigris::kernels {

/// Rows is a row_window<T>, or constant_rows<T>.
template <geometry G, class T, class Rows>
[[gnu::always_inline]] inline void rows(helium_tag tag, const slice_layer<T>& layer, T* out,
                                        int32_t row_count, const Rows& in) {
    if (layer.channel_stride != 1) return rows<G>(portable_tag{}, layer, out, row_count, in);
    const int32_t step = pixel_step(G, layer.channels);
    for (int32_t y = 0; y < row_count; ++y, out += layer.pixels * step)
        copy_runs(tag, out, step, in(y * layer.row_stride) + layer.first, layer.pixel_stride,
                  layer.channels, layer.pixels);
}

}  // namespace tigris::kernels
