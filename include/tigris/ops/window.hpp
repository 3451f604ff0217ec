// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The sliding window of convolutions and pools.

#include <stdint.h>
#include <tigris/model/shape.hpp>
#include <tigris/ops/description.hpp>

namespace tigris::ops {

/// Sizes and steps in rows (h) and columns (w). Pads are rows and columns outside of the image.
struct window {
    static constexpr const char* member_names =
        "kernel_h, kernel_w, stride_h, stride_w, dilation_h, dilation_w, pad_top, "
        "pad_left, pad_bottom, pad_right";

    int16_t kernel_h = 1;
    int16_t kernel_w = 1;
    int16_t stride_h = 1;
    int16_t stride_w = 1;
    int16_t dilation_h = 1;
    int16_t dilation_w = 1;
    int16_t pad_top = 0;
    int16_t pad_left = 0;
    int16_t pad_bottom = 0;
    int16_t pad_right = 0;

    friend constexpr bool operator==(const window&, const window&) = default;
};

/// Positions of a window along one axis; at most 0 if the padded input is smaller than the kernel.
/// Source: ONNX Conv, floor rounding.
constexpr int32_t window_positions(int32_t input, int32_t kernel, int32_t stride, int32_t dilation,
                                   int32_t pads) {
    const int32_t room = input + pads - (kernel - 1) * dilation - 1;
    return room < 0 ? 0 : room / stride + 1;
}

constexpr int32_t output_rows(const window& w, int32_t rows) {
    return window_positions(rows, w.kernel_h, w.stride_h, w.dilation_h, w.pad_top + w.pad_bottom);
}

constexpr int32_t output_width(const window& w, int32_t width) {
    return window_positions(width, w.kernel_w, w.stride_w, w.dilation_w, w.pad_left + w.pad_right);
}

/// The shape of images after a window with `channels` results per position. The rank stays.
constexpr shape output_shape(const window& w, shape input, int32_t channels) {
    input.extent[1] = output_rows(w, input[1]);
    if (input.rank == 4) input.extent[2] = output_width(w, input[2]);
    input.extent[input.rank - 1] = channels;
    return input;
}

constexpr row_reach reach_of(const window& w) {
    return {w.kernel_h, w.stride_h, w.dilation_h, w.pad_top, w.pad_bottom};
}

constexpr row_reach reach_of_columns(const window& w) {
    return {w.kernel_w, w.stride_w, w.dilation_w, w.pad_left, w.pad_right};
}

}  // namespace tigris::ops
