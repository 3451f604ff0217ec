// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Layers of floats, by the products of the tag's backend:
//   product_of(tag)   a type that multiplies windows by weights in fours of outputs (conv.hpp)
//   channels_of(tag)  a type that adds up channels side by side (depthwise_conv.hpp)

#include <tigris/kernels/fast_float/conv.hpp>
#include <tigris/kernels/fast_float/depthwise_conv.hpp>

namespace tigris::kernels {

template <conv_key G, class Own>
    requires(G.weights == weight_order::float_fours)
inline void rows(cortex_m_tag<Own>, const conv_layer<float>& layer, float* out, int32_t row_count,
                 const row_window<float>& in) {
    fast_float_kernels::convolve<decltype(product_of(Own{})), G>(layer, out, row_count, in);
}

template <gemm_key G, class Own>
    requires(G.weights == weight_order::float_fours)
inline void rows(cortex_m_tag<Own>, const gemm_layer<float>& layer, float* out, int32_t row_count,
                 const row_window<float>& in) {
    fast_float_kernels::multiply_vectors<decltype(product_of(Own{})), G>(layer, out, row_count, in);
}

template <gemm_key G, class Own>
    requires(G.weights == weight_order::float_fours)
inline void add_rows(cortex_m_tag<Own>, const gemm_layer<float>& layer, float* sums,
                     const row_window<float>& in, int32_t first_row, int32_t row_count) {
    fast_float_kernels::add_vector_rows<decltype(product_of(Own{})), G>(layer, sums, in, first_row,
                                                                        row_count);
}

template <depthwise_conv_key G, class Own>
    requires(G.window.kernel_h <= fast_float_kernels::most_spans_of_window)
inline void rows(cortex_m_tag<Own>, const depthwise_conv_layer<float>& layer, float* out,
                 int32_t row_count, const row_window<float>& in) {
    if (fast_float_kernels::may_multiply_channels(G) && layer.channels_in != layer.channels_out)
        return rows<G>(portable_tag{}, layer, out, row_count, in);
    fast_float_kernels::convolve_channels<decltype(channels_of(Own{})), G>(layer, out, row_count,
                                                                           in);
}

}  // namespace tigris::kernels
