// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Softmax of bytes by ESP-NN.

#include <tigris/kernels/adapters/library_rows.hpp>
#include <tigris/kernels/esp_nn/library.hpp>

namespace tigris::kernels {

template <softmax_key G>
    requires(has_library_softmax(G))
inline void rows(esp_nn_tag tag, const softmax_layer<int8_t>& layer, int8_t* out, int32_t row_count,
                 const row_window<int8_t>& in) {
    constexpr tflite_differences differences = softmax_differences<G>;
    esp_nn_set_softmax_scratch_buf(first_word<int32_t>(tag.scratch));
    for (int32_t y = 0; y < row_count; ++y, out += layer.spans * layer.channels)
        esp_nn_softmax_s8(in(y), layer.spans, layer.channels, differences.multiplier,
                          differences.left, softmax_lowest_difference<G>, out);
}

}  // namespace tigris::kernels
