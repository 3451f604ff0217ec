// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Depthwise convolution of bytes by ESP-NN.

#include <tigris/kernels/esp_nn/library.hpp>
#include <tigris/kernels/portable/depthwise_conv.hpp>

namespace tigris::kernels {
namespace esp_nn_kernels {

/// Zero points of inputs are part of the biases. The library keeps the buffer's address in a
/// variable of its own.
inline void convolve_depthwise(const window_job& job, const image_call& c) {
    const image_layer& l = *job.layer;
    const ops::window& w = l.window;
    const dw_conv_params_t params{
        0,      job.codes.zero_point, l.channels_out / l.channels_in, stride_of(w), {0, 0},
        {1, 1}, range_of(job.codes)};
    const data_dims_t input = input_of(c, l.channels_in), output = output_of(c, l.channels_out),
                      filter{w.kernel_w, w.kernel_h, l.channels_out, 1};
    const quant_data_t scales = scales_of(job.tables);
    esp_nn_set_depthwise_conv_scratch_buf(job.buffer);
    esp_nn_depthwise_conv_s8(&input, c.pixels, &filter, job.weights, job.tables.bias, &output,
                             c.out, &params, &scales);
}

}  // namespace esp_nn_kernels

template <depthwise_conv_key G>
    requires(esp_nn_kernels::convolves(G) && can_round<esp_nn_tag>(G.finish.rounds))
inline void rows(esp_nn_tag tag, const depthwise_conv_layer<int8_t>& layer, int8_t* out,
                 int32_t row_count, const row_window<int8_t>& in) {
    if (!run_windows<G.finish>(window_call_of<G.window, 1, G.out_pixel_stride, false>,
                               esp_nn_kernels::memory_at<G>(tag.scratch, layer), layer,
                               G.window.taps(), out, row_count, in,
                               esp_nn_kernels::convolve_depthwise))
        rows<G>(portable_tag{}, layer, out, row_count, in);
}

}  // namespace tigris::kernels
