// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Transposed 2-D convolution (1-D as images of width 1), row by row.

#include <tigris/ops/clamp.hpp>
#include <tigris/ops/space.hpp>
#include <tigris/ops/window.hpp>

namespace tigris::ops {

/// Inputs as conv's; the record is that of conv, too. Weights: [outputs, kernel_h, kernel_w,
/// channels / groups]. Input position i reaches output positions i * stride - pad + k * dilation.
/// Output: images with the rows and the width of its tensor. Source: ONNX ConvTranspose.
struct conv_transpose {
    static constexpr const char* name = "conv_transpose";
    static constexpr const char* member_names = "window, groups, clamp";

    /// Kernels need the number of a row: it decides which taps reach the row.
    static constexpr bool uses_row_number = true;

    struct window window {};
    int32_t groups = 1;
    struct clamp clamp {};
};

/// The input rows that reach an output row: those from (y + pad - (kernel - 1) * dilation) /
/// stride, rounded up, to (y + pad) / stride, rounded down.
constexpr row_reach transposed_reach(int32_t kernel, int32_t stride, int32_t dilation, int32_t pad,
                                     int32_t in, int32_t out) {
    const int32_t span = (kernel - 1) * dilation;
    row_reach reach{.kernel = span / stride + 1,
                    .dilation = stride,
                    .pad = span - pad - stride + 1,
                    .divisor = stride};
    const int32_t behind = first_row_of(reach, out - 1) + reach.kernel - in;
    reach.pad_end = behind > 0 ? behind : 0;
    return reach;
}

constexpr description describe(const conv_transpose& op, const operands& t) {
    const shape weights = t.input(1).dims, input = t.input(0).dims;
    shape output = with_channels(t.output().dims, weights[0]);
    const window& w = op.window;
    return {.output = output,
            .reach = transposed_reach(w.kernel_h, w.stride_h, w.dilation_h, w.pad_top, input[1],
                                      output[1]),
            .macs = element_count(output) * (element_count(weights) / weights[0]) /
                    (int64_t(w.stride_h) * w.stride_w)};
}

}  // namespace tigris::ops
