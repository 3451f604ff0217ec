// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The larger or the smaller of two codes by CMSIS-NN, where all are of one quantization.

#include <tigris/kernels/adapters/library_rows.hpp>
#include <tigris/kernels/cmsis_nn/facts.hpp>
#include <tigris/kernels/cmsis_nn/library.hpp>

namespace tigris::kernels {
namespace cmsis_nn_kernels {

/// Whether an extremum leaves codes as they are: the library compares them as such.
constexpr bool keeps_codes(const binary_layer<int8_t>& l) {
    for (int i = 0; i < 2; ++i)
        if (!is_one({l.multipliers[i], l.shifts[i]})) return false;
    return l.zero_point_a == l.codes.zero_point && l.zero_point_b == l.codes.zero_point &&
           l.codes.low == INT8_MIN && l.codes.high == INT8_MAX;
}

/// Elements of an operand in a row of `count`: all, or one.
template <binary_key G>
constexpr cmsis_nn_dims span_of(int operand, int32_t count) {
    return {1, 1, 1, pattern_of(G.broadcast, operand) == ops::row_pattern::full ? count : 1};
}

template <binary_key G>
inline void select_span(const binary_layer<int8_t>&, const int8_t* a, const int8_t* b, int8_t* out,
                        int32_t count) {
    const cmsis_nn_context context{nullptr, 0};
    const cmsis_nn_dims span_a = span_of<G>(0, count), span_b = span_of<G>(1, count),
                        span{1, 1, 1, count};
    if constexpr (G.function == ops::binary_function::maximum)
        arm_maximum_s8(&context, a, &span_a, b, &span_b, out, &span);
    else
        arm_minimum_s8(&context, a, &span_a, b, &span_b, out, &span);
}

}  // namespace cmsis_nn_kernels

template <binary_key G, class A, class B>
    requires(cmsis_nn_kernels::selects(G) && can_round<cmsis_nn_tag>(G.rounds))
inline void rows(cmsis_nn_tag, const binary_layer<int8_t>& layer, int8_t* out, int32_t row_count,
                 const A& window_a, const B& window_b) {
    if (!cmsis_nn_kernels::keeps_codes(layer))
        return rows<G>(portable_tag{}, layer, out, row_count, window_a, window_b);
    combine_by_rows<G>(layer, out, row_count, window_a, window_b,
                       cmsis_nn_kernels::select_span<combined_key(G)>);
}

}  // namespace tigris::kernels
