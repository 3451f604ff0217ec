// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Maximum and average over sliding windows of bytes by CMSIS-NN.

#include <tigris/kernels/cmsis_nn/library.hpp>
#include <tigris/kernels/cmsis_nn/memory.hpp>
#include <tigris/kernels/first_word.hpp>
#include <tigris/kernels/pooled_images.hpp>

namespace tigris::kernels {
namespace cmsis {

template <bool IsMax>
inline void pool_image(const image_layer& l, const result_codes& codes, void* buffer,
                       const image_call& c) {
    const cmsis_nn_context context{buffer, 0};
    const cmsis_nn_pool_params params{stride_of(l.window), padding_of(c), range_of(codes)};
    const cmsis_nn_dims input = input_of(c, l.channels_in), output = output_of(c, l.channels_out),
                        filter{1, l.window.kernel_h, l.window.kernel_w, 1};
    if constexpr (IsMax)
        arm_max_pool_s8(&context, &params, &input, c.pixels, &filter, &output, c.out);
    else
        arm_avgpool_s8(&context, &params, &input, c.pixels, &filter, &output, c.out);
}

}  // namespace cmsis

template <geometry G>
    requires(pools_images(G) && can_round<cmsis_nn_tag>(G.rounds))
inline void rows(cmsis_nn_tag tag, const pool_layer<int8_t>& layer, int8_t* out, int32_t row_count,
                 const row_window<int8_t>& in) {
    const image_layer images = pooled_images_of<G>(layer);
    if (!are_pooled(images, layer, in, row_count))
        return rows<G>(portable_tag{}, layer, out, row_count, in);
    int8_t* buffer = first_word<int8_t>(tag.scratch);
    call_images(images, in, out, row_count,
                buffer + cmsis::memory_of_pool(layer.channels).buffer_bytes,
                [&](const image_call& c) {
                    cmsis::pool_image<is_max(G)>(images, layer.result.codes, buffer, c);
                });
}

}  // namespace tigris::kernels
