// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Fully connected layer of bytes by ESP-NN. A vector that comes in several rows is portable's.

#include <tigris/kernels/esp_nn/library.hpp>
#include <tigris/kernels/portable/gemm.hpp>

namespace tigris::kernels {

template <gemm_key G>
    requires(takes_bytes(G) && can_round<esp_nn_tag>(G.finish.rounds))
inline void rows(esp_nn_tag tag, const gemm_layer<int8_t>& layer, int8_t* out, int32_t row_count,
                 const row_window<int8_t>& in) {
    const int32_t channels = layer.channels_in, outputs = layer.channels_out;
    const result_codes& codes = layer.result.codes;
    channel_tables tables;
    if (!make_channel_tables<G.finish>(tables, first_word<int32_t>(tag.scratch), layer.result,
                                       outputs, channels))
        return rows<G>(portable_tag{}, layer, out, row_count, in);
    for (int32_t y = 0; y < row_count; ++y)
        for (int32_t v = 0; v < layer.vectors; ++v, out += outputs)
            esp_nn_fully_connected_per_ch_s8(in(y) + v * channels, 0, uint16_t(channels),
                                             layer.weights.bytes, 0, tables.bias, out,
                                             uint16_t(outputs), codes.zero_point, tables.shifts,
                                             tables.multipliers, codes.low, codes.high);
}

}  // namespace tigris::kernels
