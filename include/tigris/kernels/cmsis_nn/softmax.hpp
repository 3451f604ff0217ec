// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Softmax of codes by CMSIS-NN.

#include <tigris/kernels/adapters/library_rows.hpp>
#include <tigris/kernels/cmsis_nn/library.hpp>

namespace tigris::kernels {
namespace cmsis_nn_kernels {

/// Whether the library takes a span of 16-bit codes. The library does not saturate. Portable
/// kernels get a single element, of probability 1. Sums a hair below a power of two count as half,
/// which doubles the span's probabilities. Up to 2^14 elements rounding hides no doubling.
constexpr bool takes_wide_span(int32_t channels) { return channels > 1 && channels <= 1 << 14; }

inline bool is_doubled(const int16_t* out, int32_t count) {
    int32_t sum = 0;
    for (int32_t i = 0; i < count; ++i) sum += out[i];
    return sum > 3 << 14;
}

/// Makes one span of 16-bit codes; `copy` keeps what the output may overwrite.
template <class Code>
inline void softmax_wide_span(const softmax_layer<Code>& layer, Code* copy, const Code* x,
                              Code* out) {
    constexpr cmsis_nn_softmax_lut_s16 tables{tflite_exponential_table<Code>.of,
                                              tflite_reciprocal_table<Code>.of};
    copy_bytes(as_bytes(copy), reinterpret_cast<const int8_t*>(x), 2 * layer.channels);
    arm_softmax_s16(copy, 1, layer.channels, layer.in_steps.multiplier, layer.in_steps.shift,
                    &tables, out);
    if (is_doubled(out, layer.channels)) softmax_tflite_wide(layer, out, copy);
}

}  // namespace cmsis_nn_kernels

template <softmax_key G>
    requires(has_library_softmax(G))
inline void rows(cmsis_nn_tag, const softmax_layer<int8_t>& layer, int8_t* out, int32_t row_count,
                 const row_window<int8_t>& in) {
    constexpr tflite_differences differences = softmax_differences<G>;
    for (int32_t y = 0; y < row_count; ++y, out += layer.spans * layer.channels)
        arm_softmax_s8(in(y), layer.spans, layer.channels, differences.multiplier, differences.left,
                       softmax_lowest_difference<G>, out);
}

template <softmax_key G>
    requires(has_library_softmax(G))
inline void rows(cmsis_nn_tag tag, const softmax_layer<int16_t>& layer, int16_t* out,
                 int32_t row_count, const row_window<int16_t>& in) {
    if (!cmsis_nn_kernels::takes_wide_span(layer.channels))
        return rows<G>(portable_tag{}, layer, out, row_count, in);
    int16_t* copy = first_word<int16_t>(tag.scratch);
    for (int32_t y = 0; y < row_count; ++y) {
        const int16_t* x = in(y);
        for (int32_t span = 0; span < layer.spans;
             ++span, x += layer.channels, out += layer.channels)
            cmsis_nn_kernels::softmax_wide_span(layer, copy, x, out);
    }
}

}  // namespace tigris::kernels
