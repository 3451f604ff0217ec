// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// How kernels for signed bytes walk over the windows of pools.

#include <tigris/kernels/portable/pool.hpp>

namespace tigris::kernels {

/// Taps of a window that exist: in each row of `rows` (null: padding) `count`, `apart` bytes apart,
/// from `place` on.
template <window_key Window>
struct pool_taps {
    const int8_t* rows[Window.kernel_h];
    int32_t existing_rows = 0;
    int32_t place = 0;
    int32_t count = 0;
    int32_t apart = 0;

    int32_t size() const { return existing_rows * count; }

    /// Gives `take(tap)` the channels from `channel` on of each row's first tap.
    template <class Take>
    [[gnu::always_inline]] void for_each_row(int32_t channel, const Take& take) const {
        for (int32_t i = 0; i < Window.kernel_h; ++i)
            if (rows[i]) take(rows[i] + place + channel);
    }

    /// Gives `take(tap)` the channels from `channel` on of each tap.
    template <class Take>
    [[gnu::always_inline]] void for_each(int32_t channel, const Take& take) const {
        for (int32_t i = 0; i < Window.kernel_h; ++i) {
            if (!rows[i]) continue;
            const int8_t* x = rows[i] + place + channel;
            for (int32_t k = count; k > 0; --k, x += apart) take(x);
        }
    }
};

/// Gives `pixel(taps, out)` each pixel of a call; those of the output lie `step` apart.
template <window_key Window, class Pixel>
[[gnu::always_inline]] inline void for_each_window(const pool_layer<int8_t>& layer, int8_t* out,
                                                   int32_t step, int32_t row_count,
                                                   const row_window<int8_t>& in,
                                                   const Pixel& pixel) {
    pool_taps<Window> taps;
    taps.apart = Window.dilation_w * layer.channels;
    for (int32_t y = 0; y < row_count; ++y) {
        taps.existing_rows = 0;
        for (int32_t i = 0; i < Window.kernel_h; ++i) {
            taps.rows[i] = in(y * Window.stride_h + i * Window.dilation_h);
            taps.existing_rows += taps.rows[i] != nullptr;
        }
        for (int32_t x = 0; x < layer.width_out; ++x, out += step) {
            const int32_t column = x * Window.stride_w - layer.pad_left;
            const tap_range inside =
                taps_inside(column, layer.width_in, Window.kernel_w, Window.dilation_w);
            taps.place = (column + inside.first * Window.dilation_w) * layer.channels;
            taps.count = inside.count();
            pixel(taps, out);
        }
    }
}

}  // namespace tigris::kernels
