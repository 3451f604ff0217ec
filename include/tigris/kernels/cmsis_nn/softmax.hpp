// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Softmax of bytes by CMSIS-NN.

#include <tigris/kernels/cmsis_nn/library.hpp>
#include <tigris/kernels/library_rows.hpp>

namespace tigris::kernels {

template <geometry G>
    requires(has_library_softmax(G))
inline void rows(cmsis_nn_tag, const softmax_layer<int8_t>& layer, int8_t* out, int32_t row_count,
                 const row_window<int8_t>& in) {
    constexpr tflite_differences differences = softmax_differences<G>;
    for (int32_t y = 0; y < row_count; ++y, out += layer.runs * layer.channels)
        arm_softmax_s8(in(y), layer.runs, layer.channels, differences.multiplier, differences.left,
                       softmax_lowest_difference<G>, out);
}

}  // namespace tigris::kernels
