// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Sums, differences and products of bytes by ESP-NN.

#include <tigris/kernels/adapters/library_rows.hpp>
#include <tigris/kernels/esp_nn/facts.hpp>
#include <tigris/kernels/esp_nn/library.hpp>

namespace tigris::kernels {
namespace esp_nn_kernels {

/// Pixels of `a`, each channel times a number of `b`.
inline void scale_channels(const binary_layer<int8_t>& l, int zero_point_a, const int8_t* a,
                           int zero_point_b, const int8_t* b, int8_t* out) {
    const result_codes& codes = l.codes;
    esp_nn_mul_broadcast_channel_s8(a, b, -zero_point_a, -zero_point_b, out, codes.zero_point,
                                    l.multipliers[0], l.shifts[0], codes.low, codes.high, l.width,
                                    l.channels);
}

template <binary_key G>
inline void combine_span(const binary_layer<int8_t>& l, const int8_t* a, const int8_t* b,
                         int8_t* out, int32_t count) {
    const result_codes& codes = l.codes;
    if constexpr (is_sum(G.function))
        esp_nn_add_elementwise_s8(a, b, -l.zero_point_a, -l.zero_point_b, l.multipliers[0],
                                  l.multipliers[1], l.shifts[0], l.shifts[1],
                                  tflite_sum_bits<int8_t>, out, codes.zero_point, l.multipliers[2],
                                  l.shifts[2], codes.low, codes.high, count);
    else if constexpr (has_full_rows(G))
        esp_nn_mul_elementwise_s8(a, b, -l.zero_point_a, -l.zero_point_b, out, codes.zero_point,
                                  l.multipliers[0], l.shifts[0], codes.low, codes.high, count);
    else if constexpr (pattern_of(G.broadcast, 0) == ops::row_pattern::full)
        scale_channels(l, l.zero_point_a, a, l.zero_point_b, b, out);
    else
        scale_channels(l, l.zero_point_b, b, l.zero_point_a, a, out);
}

}  // namespace esp_nn_kernels

template <binary_key G, class A, class B>
    requires(esp_nn_kernels::combines(G) && can_round<esp_nn_tag>(G.rounds))
inline void rows(esp_nn_tag, const binary_layer<int8_t>& layer, int8_t* out, int32_t row_count,
                 const A& window_a, const B& window_b) {
    if (!stay_in_range<G>(layer))
        return rows<G>(portable_tag{}, layer, out, row_count, window_a, window_b);
    combine_by_rows<G>(layer, out, row_count, window_a, window_b,
                       esp_nn_kernels::combine_span<combined_key(G)>);
}

}  // namespace tigris::kernels
