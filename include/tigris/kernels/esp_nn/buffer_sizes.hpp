// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The working memory that ESP-NN's functions want for images without padding, by the formulas of
// its own functions esp_nn_get_..._scratch_size: for the ESP32-S3 and the ESP32-P4. Elsewhere they
// want none.

#include <tigris/kernels/adapters/image_shape.hpp>

namespace tigris::kernels::esp_nn_kernels {

/// Pixels by themselves.
constexpr bool is_1x1(const image_shape& s) {
    return s.taps() == 1 && s.window.stride_w == 1 && s.window.stride_h == 1;
}

/// Bytes of the library's buffer for windows of one pixel. Eight pixels at a time are transposed.
/// Weights and, unless channels come in eights, the image are copied.
constexpr int32_t conv_1x1(const image_shape& s) {
    const int32_t channels = rounded_up(s.channels_in, 8);
    return channels * s.channels_out + (s.channels_in % 8 ? s.pixels() * channels : 0) +
           (s.pixels() < 8 ? 0 : 16 * channels);
}

/// What the last windows reach beyond the image, as the library counts it.
constexpr int32_t beyond_right(const image_shape& s) {
    return s.width_out * s.window.stride_w + s.window.kernel_w - 1 - s.width_in;
}
constexpr int32_t beyond_bottom(const image_shape& s) {
    return s.height_out * s.window.stride_h + s.window.kernel_h - 1 - s.height_in;
}

/// esp_nn_get_conv_scratch_size_esp32s3.
constexpr int32_t conv_buffer_s3(const image_shape& s) {
    const int32_t row = s.window.kernel_w * s.channels_in, window = row * s.window.kernel_h;
    if (is_1x1(s)) return conv_1x1(s) + 64;
    if (row < 16 && window >= 16)
        return s.channels_out * 4 + (s.channels_out + 1) * rounded_up(window, 16) + 32 + 64;
    const int32_t weights =
        s.taps() * rounded_up(s.channels_in, 16) + rounded_up(row, 16) * s.window.kernel_h;
    const int32_t right = larger_of(0, beyond_right(s)), bottom = larger_of(0, beyond_bottom(s));
    const bool is_copied = right > 0 || bottom > 0;
    const int32_t image =
        is_copied ? (s.width_in + right) * (s.height_in + bottom) * s.channels_in : 0;
    return weights * s.channels_out + image + 64 + s.channels_out * 4;
}

/// esp_nn_get_conv_scratch_size_esp32p4.
constexpr int32_t conv_buffer_p4(const image_shape& s) {
    const int32_t row = s.window.kernel_w * s.channels_in, window = row * s.window.kernel_h;
    const int32_t sums = s.channels_out * 4 + 32;
    if (is_1x1(s)) return s.channels_in < 16 ? sums + 16 * s.channels_out + 32 : conv_1x1(s) + 32;
    if (row >= 16) return s.taps() * rounded_up(s.channels_in, 16) * s.channels_out + sums;
    if (window >= 16) return sums + window;
    const int32_t channels = rounded_up((15 + s.window.kernel_w) / s.window.kernel_w, 16);
    return sums + s.taps() * channels * s.channels_out + s.pixels() * channels;
}

constexpr int32_t conv_buffer(const image_shape& s) {
    return larger_of(conv_buffer_s3(s), conv_buffer_p4(s));
}

/// 3x3, channels in sixteens: the image is copied if windows reach beyond it, and only rows of it
/// if that is large.
constexpr int32_t depthwise_3x3(const image_shape& s) {
    const int32_t width = s.width_in + beyond_right(s), height = s.height_in + beyond_bottom(s);
    if (width == s.width_in && height == s.height_in) return 9 * s.channels_in + 16;
    const int32_t image = width * height * s.channels_in;
    return 9 * s.channels_in + 16 + (image <= 40 * 1024 ? image : width * 3 * s.channels_in);
}

/// 3x3 of 24, 40, ... channels: all is filled up to sixteens.
constexpr int32_t depthwise_3x3_filled(const image_shape& s) {
    const int32_t width = s.width_in + larger_of(0, beyond_right(s));
    const int32_t height = s.height_in + larger_of(0, beyond_bottom(s));
    const int32_t pixels = 9 + width * height + s.width_out * s.height_out;
    return pixels * rounded_up(s.channels_in, 16) + 64;
}

/// Weights and image as 16 bits; of large images only rows.
constexpr int32_t depthwise_16(const image_shape& s) {
    const int32_t weights = 2 * s.taps() * s.channels_in, image = 2 * s.pixels() * s.channels_in;
    if (weights + image <= 48 * 1024) return weights + image + 32;
    return weights + 2 * s.width_in * s.window.kernel_h * s.channels_in + 32;
}

/// Channels that do not come in eights: all is filled up, results and constants too.
constexpr int32_t depthwise_filled(const image_shape& s) {
    const int32_t channels = rounded_up(s.channels_in, 8);
    const int32_t weights = rounded_up(2 * s.taps() * channels, 16);
    const int32_t image = rounded_up(weights + 2 * s.pixels() * channels, 16);
    return rounded_up(image + s.width_out * s.height_out * channels, 16) + 12 * channels + 16;
}

/// esp_nn_get_depthwise_conv_scratch_size_esp32s3; on the ESP32-P4 it is 0.
constexpr int32_t depthwise_buffer(const image_shape& s) {
    const bool is_3x3 = s.window.kernel_h == 3 && s.window.kernel_w == 3;
    const int32_t channels = s.channels_in, multiple = s.channels_out / channels;
    if (multiple > 1)
        return multiple % 4 ? 32 : 2 * (s.taps() * s.channels_out + s.pixels() * channels) + 32;
    if (channels % 8) return channels > 3 ? depthwise_filled(s) : 32;
    if (!is_3x3) return depthwise_16(s);
    if (channels % 16 == 0) return depthwise_3x3(s);
    if (channels >= 12) return depthwise_3x3_filled(s);
    return 2 * (9 + s.pixels()) * channels + 32;
}

/// esp_nn_get_softmax_scratch_size: the exponentials of a span.
constexpr int32_t softmax_buffer(int32_t channels) { return 4 * channels; }

}  // namespace tigris::kernels::esp_nn_kernels
