// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Maximum and average over sliding windows of codes by CMSIS-NN.

#include <tigris/kernels/adapters/pooled_images.hpp>
#include <tigris/kernels/cmsis_nn/facts.hpp>
#include <tigris/kernels/cmsis_nn/library.hpp>
#include <tigris/kernels/cmsis_nn/memory.hpp>
#include <tigris/kernels/contract/first_word.hpp>

namespace tigris::kernels {
namespace cmsis_nn_kernels {

template <bool IsMax, class T>
inline void pool_image(const image_layer& l, const result_codes& codes, void* buffer,
                       const image_call& c) {
    const int32_t channels = l.channels_in / int32_t(sizeof(T));
    const cmsis_nn_context context{buffer, 0};
    const cmsis_nn_pool_params params{stride_of(l.window), padding_of(c), range_of(codes)};
    const cmsis_nn_dims input = input_of(c, channels), output = output_of(c, channels),
                        filter{1, l.window.kernel_h, l.window.kernel_w, 1};
    const T* pixels = reinterpret_cast<const T*>(c.pixels);
    T* out = reinterpret_cast<T*>(c.out);
    if constexpr (IsMax)
        functions_of<T>::max_pool(&context, &params, &input, pixels, &filter, &output, out);
    else
        functions_of<T>::avgpool(&context, &params, &input, pixels, &filter, &output, out);
}

}  // namespace cmsis_nn_kernels

template <pool_key G, class T>
    requires(cmsis_nn_kernels::pools(G) && can_round<cmsis_nn_tag>(G.rounds))
inline void rows(cmsis_nn_tag tag, const pool_layer<T>& layer, T* out, int32_t row_count,
                 const row_window<T>& in) {
    const image_layer images = pooled_images_of<G>(layer);
    if (!are_pooled(images, layer, in, row_count))
        return rows<G>(portable_tag{}, layer, out, row_count, in);
    int8_t* buffer = first_word<int8_t>(tag.scratch);
    call_images(images, as_bytes(in), as_bytes(out), row_count,
                buffer + cmsis_nn_kernels::memory_of_pool(layer.channels).buffer_bytes,
                [&](const image_call& c) {
                    cmsis_nn_kernels::pool_image<is_max(G.function), T>(images, layer.result.codes,
                                                                        buffer, c);
                });
}

}  // namespace tigris::kernels
