// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Which pools of codes libraries of kernels compute as TFLite's MAX_POOL_2D and AVERAGE_POOL_2D.

#include <tigris/kernels/adapters/image_calls.hpp>
#include <tigris/kernels/contract/key.hpp>
#include <tigris/kernels/portable/pool.hpp>

namespace tigris::kernels {

/// Whether the libraries pool with this key: pixels are neighbors. ReduceMean's average rounds by
/// another rule.
constexpr bool pools_images(const pool_key& key, dtype type) {
    const window_key& w = key.window;
    return key.in == type && key.out == type && !is_mean(key.function) &&
           (w.dilation_h == 1 || w.kernel_h == 1) && (w.dilation_w == 1 || w.kernel_w == 1);
}

template <pool_key G, class T>
inline image_layer pooled_images_of(const pool_layer<T>& l) {
    constexpr int32_t size = sizeof(T);
    return {.window = plain_window(window_of(G.window)),
            .width_in = l.width_in,
            .width_out = l.width_out,
            .channels_in = l.channels * size,
            .channels_out = l.channels * size,
            .pad_left = l.pad_left,
            .out_step = pixel_step(G.out_pixel_stride, l.channels) * size,
            .leaves_padding_out = true};
}

/// Whether all windows touch the image.
template <class T>
constexpr bool touch_image(const image_layer& l, const row_window<T>& in, int32_t row_count) {
    const int32_t last_row = (row_count - 1) * l.window.stride_h;
    const int32_t last_column = (l.width_out - 1) * l.window.stride_w - l.pad_left;
    return l.pad_left < l.window.kernel_w && last_column < l.width_in && in.first < in.last &&
           in.first < l.window.kernel_h && last_row < in.last;
}

/// Whether a library's pool does: between tensors of one quantization, where every window has
/// something in it, and padding does not count.
template <class T>
constexpr bool are_pooled(const image_layer& l, const pool_layer<T>& layer, const row_window<T>& in,
                          int32_t row_count) {
    return layer.result.is_identity() && !layer.count_include_pad && touch_image(l, in, row_count);
}

}  // namespace tigris::kernels
