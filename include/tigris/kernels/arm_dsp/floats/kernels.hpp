// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Convolutions and fully connected layers of floats.

#include <tigris/kernels/arm_dsp/floats/convolve_channels.hpp>
#include <tigris/kernels/arm_dsp/floats/multiply_windows.hpp>

namespace tigris::kernels {

template <conv_key G>
    requires(G.weights == weight_order::float_fours)
inline void rows(arm_dsp_tag, const conv_layer<float>& layer, float* out, int32_t row_count,
                 const row_window<float>& in) {
    fast_float_kernels::convolve<arm_dsp_kernels::float_product, G>(layer, out, row_count, in);
}

template <gemm_key G>
    requires(G.weights == weight_order::float_fours)
inline void rows(arm_dsp_tag, const gemm_layer<float>& layer, float* out, int32_t row_count,
                 const row_window<float>& in) {
    fast_float_kernels::multiply_vectors<arm_dsp_kernels::float_product, G>(layer, out, row_count,
                                                                            in);
}

template <gemm_key G>
    requires(G.weights == weight_order::float_fours)
inline void add_rows(arm_dsp_tag, const gemm_layer<float>& layer, float* sums,
                     const row_window<float>& in, int32_t first_row, int32_t row_count) {
    fast_float_kernels::add_vector_rows<arm_dsp_kernels::float_product, G>(layer, sums, in,
                                                                           first_row, row_count);
}

template <depthwise_conv_key G>
    requires(G.window.kernel_h <= fast_float_kernels::most_runs_of_window)
inline void rows(arm_dsp_tag, const depthwise_conv_layer<float>& layer, float* out,
                 int32_t row_count, const row_window<float>& in) {
    if (fast_float_kernels::may_multiply_channels(G) && layer.channels_in != layer.channels_out)
        return rows<G>(portable_tag{}, layer, out, row_count, in);
    fast_float_kernels::convolve_channels<arm_dsp_kernels::float_channels, G>(layer, out, row_count,
                                                                              in);
}

}  // namespace tigris::kernels
