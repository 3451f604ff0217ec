// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// 2-D convolution (1-D as images of width 1), with groups.

#include <tigris/ops/clamp.hpp>
#include <tigris/ops/window.hpp>

namespace tigris::ops {

/// Inputs:
///
/// * images [n, rows, width, channels];
/// * weights [outputs, kernel_h, kernel_w, channels / groups];
/// * bias [outputs], or absent.
///
/// The types decide about weights and further inputs:
///
/// * Quantized: multiplier (i32) and shift (i8) follow, each [outputs or 1]. The bias (i32) already
///   holds -zero_point * (sum of the output's weights), so padding counts as zero_point. Weights of
///   i8 may be i4.
/// * Floats with weights that are codes: scales [outputs or 1] (f32) follow. Kernels multiply
///   finished sums by the scales. Codes are i8 or i4, or u8 or u4 with a zero point that kernels
///   subtract.
/// * Codes that are not quantized: nothing follows the weights. Results are sums (i32).
///
/// Output: images [n, rows, width, outputs]. Source: ONNX Conv.
struct conv {
    static constexpr const char* name = "conv";
    static constexpr const char* member_names = "window, groups, clamp";

    struct window window {};
    int32_t groups = 1;
    struct clamp clamp {};
};

constexpr description describe(const conv& op, const operands& t) {
    const shape weights = t.input(1).dims;
    const shape output = output_shape(op.window, t.input(0).dims, weights[0]);
    return {.output = output,
            .reach = reach_of(op.window),
            .macs = element_count(output) * (element_count(weights) / weights[0]),
            .by_columns = true,
            .columns = reach_of_columns(op.window)};
}

}  // namespace tigris::ops
