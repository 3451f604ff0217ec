// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// 2-D convolution of codes by CMSIS-NN.

#include <tigris/kernels/cmsis_nn/library.hpp>
#include <tigris/kernels/cmsis_nn/memory.hpp>
#include <tigris/kernels/portable/conv.hpp>

namespace tigris::kernels {
namespace cmsis_nn_kernels {

/// Zero points of inputs are part of the biases.
inline cmsis_nn_conv_params conv_params_of(const image_layer& l, const image_call& c,
                                           const result_codes& codes) {
    return {0,
            codes.zero_point,
            stride_of(l.window),
            padding_of(c),
            dilation_of(c, l.window),
            range_of(codes)};
}

inline void convolve(const window_job& job, const image_call& c) {
    const image_layer& l = *job.layer;
    const cmsis_nn_context context{job.buffer, 0};
    const cmsis_nn_conv_params params = conv_params_of(l, c, job.codes);
    const cmsis_nn_per_channel_quant_params scales = scales_of(job.tables);
    const cmsis_nn_dims input = input_of(c, l.channels_in), output = output_of(c, l.channels_out),
                        bias{1, 1, 1, l.channels_out},
                        filter{l.channels_out, l.window.kernel_h, l.window.kernel_w,
                               l.channels_in / job.groups};
    arm_convolve_wrapper_s8(&context, &params, &scales, &input, c.pixels, &filter, job.weights,
                            &bias, job.tables.bias, &output, c.out);
}

inline void convolve_wide(const window_job_of<int16_t>& job, const image_call& c) {
    const image_layer& l = *job.layer;
    const int32_t channels = l.channels_in / 2, outputs = l.channels_out / 2;
    const cmsis_nn_context context{job.buffer, 0};
    const cmsis_nn_conv_params params = conv_params_of(l, c, job.codes);
    const cmsis_nn_per_channel_quant_params scales = scales_of(job.tables);
    const cmsis_nn_bias_data biases{job.tables.bias, false};
    const cmsis_nn_dims input = input_of(c, channels), output = output_of(c, outputs),
                        bias{1, 1, 1, outputs},
                        filter{outputs, l.window.kernel_h, l.window.kernel_w, channels};
    arm_convolve_wrapper_s16(&context, &params, &scales, &input,
                             reinterpret_cast<const int16_t*>(c.pixels), &filter, job.weights,
                             &bias, &biases, &output, reinterpret_cast<int16_t*>(c.out));
}

}  // namespace cmsis_nn_kernels

template <conv_key G>
    requires(takes_bytes(G) && can_round<cmsis_nn_tag>(G.finish.rounds))
inline void rows(cmsis_nn_tag tag, const conv_layer<int8_t>& layer, int8_t* out, int32_t row_count,
                 const row_window<int8_t>& in) {
    const cmsis_nn_kernels::memory_shape shape = cmsis_nn_kernels::memory_of_conv(
        window_of(G.window), layer.channels_in, layer.channels_out, G.groups, G.finish.per_channel);
    const window_memory memory = cmsis_nn_kernels::memory_at(tag.scratch, shape);
    if (!run_windows<G.finish>(window_call_of<G.window, G.groups, G.out_pixel_stride, true>, memory,
                               layer, G.window.taps() * (layer.channels_in / G.groups), out,
                               row_count, in, cmsis_nn_kernels::convolve))
        rows<G>(portable_tag{}, layer, out, row_count, in);
}

template <conv_key G>
    requires(cmsis_nn_kernels::takes_wide_codes(G) && can_round<cmsis_nn_tag>(G.finish.rounds))
inline void rows(cmsis_nn_tag tag, const conv_layer<int16_t>& layer, int16_t* out,
                 int32_t row_count, const row_window<int16_t>& in) {
    const cmsis_nn_kernels::memory_shape shape = cmsis_nn_kernels::memory_of_wide_conv(
        window_of(G.window), layer.channels_in, layer.channels_out, G.finish.per_channel);
    const window_memory memory = cmsis_nn_kernels::memory_at<int64_t>(tag.scratch, shape);
    if (!run_windows<G.finish>(window_call_of<G.window, G.groups, G.out_pixel_stride, true>, memory,
                               layer, G.window.taps() * layer.channels_in, out, row_count, in,
                               cmsis_nn_kernels::convolve_wide))
        rows<G>(portable_tag{}, layer, out, row_count, in);
}

}  // namespace tigris::kernels
