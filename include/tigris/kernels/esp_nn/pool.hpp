// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Maximum and average over sliding windows of bytes by ESP-NN.

#include <tigris/kernels/adapters/pooled_images.hpp>
#include <tigris/kernels/esp_nn/library.hpp>

namespace tigris::kernels {
namespace esp_nn_kernels {

template <bool IsMax>
inline void pool_image(const image_layer& l, const result_codes& codes, const image_call& c) {
    const auto pool = IsMax ? &esp_nn_max_pool_s8 : &esp_nn_avg_pool_s8;
    const ops::window& w = l.window;
    pool(c.pixels, uint16_t(c.width), uint16_t(c.rows), c.out, uint16_t(c.width_out),
         uint16_t(c.rows_out), uint16_t(w.stride_w), uint16_t(w.stride_h), uint16_t(w.kernel_w),
         uint16_t(w.kernel_h), uint16_t(c.pad_left), uint16_t(c.pad_top), codes.low, codes.high,
         uint16_t(l.channels_in));
}

}  // namespace esp_nn_kernels

template <pool_key G>
    requires(pools_images(G, dtype::i8) && can_round<esp_nn_tag>(G.rounds))
inline void rows(esp_nn_tag tag, const pool_layer<int8_t>& layer, int8_t* out, int32_t row_count,
                 const row_window<int8_t>& in) {
    const image_layer images = pooled_images_of<G>(layer);
    if (!are_pooled(images, layer, in, row_count))
        return rows<G>(portable_tag{}, layer, out, row_count, in);
    call_images(images, in, out, row_count, static_cast<int8_t*>(tag.scratch),
                [&](const image_call& c) {
                    esp_nn_kernels::pool_image<is_max(G.function)>(images, layer.result.codes, c);
                });
}

}  // namespace tigris::kernels
