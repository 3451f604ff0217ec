// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// 2-D convolution whose taps are moved by computed offsets.

#include <tigris/ops/window.hpp>

namespace tigris::ops {

/// Inputs, f32:
///
/// * images [n, rows, width, channels];
/// * weights [outputs, kernel_h, kernel_w, channels / groups];
/// * offsets [n, offset_groups * kernel_h * kernel_w * 2, rows_out, width_out];
/// * if `has_bias`, bias [outputs];
/// * if `has_mask`, factors [n, offset_groups * kernel_h * kernel_w, rows_out, width_out].
///
/// Output: images [n, rows_out, width_out, outputs]. Source: ONNX DeformConv.
struct deform_conv {
    static constexpr const char* name = "deform_conv";
    static constexpr const char* member_names = "window, groups, offset_groups, has_bias, has_mask";

    static constexpr int data_inputs = all_inputs;

    struct window window {};
    int32_t groups = 1;
    int32_t offset_groups = 1;
    bool has_bias = false;
    bool has_mask = false;
};

constexpr description describe(const deform_conv& op, const operands& t) {
    const shape weights = t.input(1).dims;
    const shape output = output_shape(op.window, t.input(0).dims, weights[0]);
    return {.output = output,
            .contract = contract::whole,
            .macs = element_count(output) * (element_count(weights) / weights[0]) * 4};
}

}  // namespace tigris::ops
