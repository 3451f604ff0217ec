// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Sums, differences and products of codes by CMSIS-NN.

#include <tigris/kernels/adapters/library_rows.hpp>
#include <tigris/kernels/cmsis_nn/facts.hpp>
#include <tigris/kernels/cmsis_nn/library.hpp>

namespace tigris::kernels {
namespace cmsis_nn_kernels {

template <binary_key G, class T>
inline void combine_span(const binary_layer<T>& l, const T* a, const T* b, T* out, int32_t count) {
    const result_codes& codes = l.codes;
    if constexpr (is_sum(G.function))
        functions_of<T>::elementwise_add(
            a, b, -l.zero_point_a, l.multipliers[0], l.shifts[0], -l.zero_point_b, l.multipliers[1],
            l.shifts[1], tflite_sum_bits<T>, out, codes.zero_point, l.multipliers[2], l.shifts[2],
            codes.low, codes.high, count);
    else
        functions_of<T>::elementwise_mul(a, b, -l.zero_point_a, -l.zero_point_b, out,
                                         codes.zero_point, l.multipliers[0], l.shifts[0], codes.low,
                                         codes.high, count);
}

}  // namespace cmsis_nn_kernels

template <binary_key G, class T, class A, class B>
    requires(cmsis_nn_kernels::combines(G) && can_round<cmsis_nn_tag>(G.rounds))
inline void rows(cmsis_nn_tag, const binary_layer<T>& layer, T* out, int32_t row_count,
                 const A& window_a, const B& window_b) {
    if (!stay_in_range<G>(layer))
        return rows<G>(portable_tag{}, layer, out, row_count, window_a, window_b);
    combine_by_rows<G>(layer, out, row_count, window_a, window_b,
                       cmsis_nn_kernels::combine_span<combined_key(G), T>);
}

}  // namespace tigris::kernels
