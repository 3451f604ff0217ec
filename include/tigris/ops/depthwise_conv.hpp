// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Depthwise convolution: every channel by itself.

#include <tigris/ops/clamp.hpp>
#include <tigris/ops/window.hpp>

namespace tigris::ops {

/// Inputs as conv's, except for weights [kernel_h, kernel_w, outputs]. `outputs` is m times the
/// channels. Output channel c * m + j is computed from input channel c. Output: images [n, rows,
/// width, outputs]. Source: ONNX Conv with group = channels.
struct depthwise_conv {
    static constexpr const char* name = "depthwise_conv";
    static constexpr const char* member_names = "window, clamp";

    struct window window {};
    struct clamp clamp {};
};

constexpr description describe(const depthwise_conv& op, const operands& t) {
    const shape output = output_shape(op.window, t.input(0).dims, t.input(1).dims[2]);
    return {.output = output,
            .reach = reach_of(op.window),
            .macs = element_count(output) * op.window.kernel_h * op.window.kernel_w,
            .by_columns = true,
            .columns = reach_of_columns(op.window)};
}

}  // namespace tigris::ops
