// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What calls of ESP-NN keep in working memory: what planners and kernels must agree on.

#include <tigris/kernels/adapters/channel_tables.hpp>
#include <tigris/kernels/adapters/image_panel.hpp>
#include <tigris/kernels/esp_nn/buffer_sizes.hpp>

namespace tigris::kernels::esp_nn_kernels {

/// Whether the library convolves with this key: signed bytes, and no dilation in a row. Panels are
/// made of dilated rows.
template <class Key>
constexpr bool convolves(const Key& key) {
    return takes_bytes(key) && (key.window.dilation_w == 1 || key.window.kernel_w == 1);
}

/// Parts of working memory, whole words from the first word on: tables of channels, a panel of an
/// image, and last the library's own buffer, which grows with the call.
constexpr int32_t bytes_before_buffer(const ops::window& w, int32_t width_out, int32_t channels,
                                      int32_t outputs, bool per_channel) {
    const int32_t pixels = pixels_at_once(w, width_out, channels);
    return channel_table_bytes(outputs, per_channel) +
           rounded_up(bytes_of_panel(w, pixels, channels), 4);
}

/// A layer's extents, for the shapes of its calls.
struct layer_shape {
    ops::window window{};
    int32_t width_in = 0;
    int32_t width_out = 0;
    int32_t rows_out = 0;
    int32_t channels_in = 0;
    int32_t channels_out = 0;

    /// The shape of a call that makes `rows` rows where the image lies.
    constexpr image_shape in_place(int32_t rows) const {
        return {window, width_in,    rows_under(window, rows), channels_in, width_out,
                rows,   channels_out};
    }
    /// The shape of a call on a panel, or on a part of a row, that makes `pixels` pixels.
    constexpr image_shape on_panel(int32_t pixels) const {
        return {window,      columns_under(window, pixels), window.kernel_h, channels_in, pixels, 1,
                channels_out};
    }
};

/// Bytes of calls that make some rows: at most first + rows * each.
struct growing_bytes {
    int32_t first = 0;
    int32_t each = 0;
};

/// The least that is enough for calls of any number of rows, growing as two and three rows do; and
/// for panels. `bytes` is a formula of buffer_sizes.hpp.
template <class Bytes>
constexpr growing_bytes buffer_of(const layer_shape& s, Bytes bytes) {
    const int32_t two = bytes(s.in_place(2)) - bytes(s.in_place(1));
    const int32_t three = bytes(s.in_place(3)) - bytes(s.in_place(2));
    const int32_t each = larger_of(0, two < three ? two : three);
    const int32_t most = pixels_at_once(s.window, s.width_out, s.channels_in);
    int32_t first = 0;
    const int32_t panels[]{1, most, s.width_out};
    for (const int32_t pixels : panels) first = larger_of(first, bytes(s.on_panel(pixels)) - each);
    for (int32_t rows = 1; rows <= s.rows_out; ++rows)
        first = larger_of(first, bytes(s.in_place(rows)) - rows * each);
    return {first, each};
}

/// Cycles of a call, which checks and writes the tables of channels, and copies weights.
constexpr int32_t cycles_of_call(int32_t outputs, int32_t weights) {
    return 150 + 20 * outputs + weights / 4;
}

}  // namespace tigris::kernels::esp_nn_kernels
