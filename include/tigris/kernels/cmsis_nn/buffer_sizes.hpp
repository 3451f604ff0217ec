// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The working memory that CMSIS-NN's functions want, by the formulas of its own functions:
// arm_..._get_buffer_size..., for cores without and with the DSP extension, and with Helium.

#include <tigris/kernels/adapters/image_shape.hpp>

namespace tigris::kernels::cmsis_nn_kernels {

/// arm_nn_is_convolve_1x1, which wants no buffer (but for Arm's own compiler).
constexpr bool is_1x1(const image_shape& s) {
    const ops::window& w = s.window;
    return w.pad_left == 0 && w.pad_top == 0 && s.taps() == 1 && w.dilation_h == 1 &&
           w.dilation_w == 1 && s.groups == 1;
}

/// arm_nn_is_convolve_1_x_n.
constexpr bool is_1_x_n(const image_shape& s) {
    const ops::window& w = s.window;
    return s.height_in == 1 && w.dilation_w == 1 && w.kernel_h == 1 &&
           w.stride_w * s.channels_in % 4 == 0 && s.groups == 1;
}

/// arm_convolve_s8_get_buffer_size without Helium: two windows of 16 bits. The formulas know no
/// groups.
constexpr int32_t conv_columns_16(const image_shape& s) {
    return 4 * rounded_up(s.taps() * s.channels_in, 4);
}

/// arm_convolve_s8_get_buffer_size_mve: four windows.
constexpr int32_t conv_columns_mve(const image_shape& s) {
    return 4 * rounded_up(s.taps() * s.channels_in, 16);
}

/// arm_convolve_1_x_n_s8_get_buffer_size_mve: windows at both ends of the row.
constexpr int32_t conv_1_x_n_mve(const image_shape& s) {
    const ops::window& w = s.window;
    const int32_t odd = ((s.width_out - 1) * w.stride_w + w.kernel_w - s.width_in) % 2;
    const auto padded = [&](int32_t pads) {
        return pads != 0 ? larger_of(1, (pads + w.stride_w - 1) / w.stride_w) : 0;
    };
    const int32_t right = padded(w.pad_left + odd), left = padded(w.pad_left);
    const int32_t inside = larger_of(s.width_out - (right + left), 0);
    if (right + inside + left != s.width_out) return conv_columns_mve(s);
    const int32_t first = w.kernel_w * s.channels_in, pad = w.pad_left * s.channels_in;
    return larger_of(first + pad, first - s.channels_in + (odd ? right * s.channels_in : pad));
}

/// arm_convolve_wrapper_s8_get_buffer_size without Helium, and ..._dsp.
constexpr int32_t conv_buffer_16(const image_shape& s) {
    return is_1x1(s) ? 0 : conv_columns_16(s);
}

/// arm_convolve_wrapper_s8_get_buffer_size_mve.
constexpr int32_t conv_buffer_mve(const image_shape& s) {
    return is_1x1(s) ? 0 : is_1_x_n(s) ? conv_1_x_n_mve(s) : conv_columns_mve(s);
}

constexpr int32_t conv_buffer(const image_shape& s) {
    return larger_of(conv_buffer_16(s), conv_buffer_mve(s));
}

/// Whether arm_depthwise_conv_s8_opt or one of its like serves.
constexpr bool is_plain_depthwise(const image_shape& s) {
    return s.channels_in == s.channels_out && s.window.dilation_h == 1 && s.window.dilation_w == 1;
}

/// arm_depthwise_conv_wrapper_s8_get_buffer_size_dsp; without DSP it is 0.
constexpr int32_t depthwise_buffer_dsp(const image_shape& s) {
    const ops::window& w = s.window;
    const bool is_3x3 = w.kernel_h == 3 && w.kernel_w == 3 && w.pad_top <= 1 && w.pad_left <= 1;
    return is_plain_depthwise(s) && !is_3x3 ? 2 * s.taps() * s.channels_in : 0;
}

/// arm_depthwise_conv_wrapper_s8_get_buffer_size_mve: windows of 124 channels, or a convolution and
/// its weights. From two outputs of one channel on compilers do the latter.
constexpr int32_t depthwise_buffer_mve(const image_shape& s) {
    const int32_t windows = is_plain_depthwise(s) ? 4 * 124 * s.taps() : 0;
    if (s.channels_in != 1 || s.channels_out <= 1) return windows;
    return larger_of(windows, conv_buffer_mve(s) + s.taps() * s.channels_out);
}

constexpr int32_t depthwise_buffer(const image_shape& s) {
    return larger_of(depthwise_buffer_dsp(s), depthwise_buffer_mve(s));
}

/// arm_convolve_wrapper_s16_get_buffer_size_mve, four windows, which are more than the two that the
/// others want.
constexpr int32_t wide_conv_buffer(const image_shape& s) {
    return 8 * rounded_up(s.taps() * s.channels_in, 8);
}

/// arm_depthwise_conv_wrapper_s16_get_buffer_size_mve, more than ..._dsp; else it is 0.
constexpr int32_t wide_depthwise_buffer(const image_shape& s) {
    return is_plain_depthwise(s) && s.taps() < 512 ? 8 * s.taps() * s.channels_in + 8 : 0;
}

/// arm_avgpool_s8_get_buffer_size_dsp, and that of s16; others want none.
constexpr int32_t average_buffer(int32_t channels) { return 4 * channels; }

/// arm_fully_connected_s8_get_buffer_size_mve, which arm_batch_matmul_s8 wants; else it is 0.
constexpr int32_t matmul_buffer(int32_t columns) { return 4 * columns; }

}  // namespace tigris::kernels::cmsis_nn_kernels
