// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Convolution of any form: over one to three spatial axes, forward or transposed, with weights that
// are constants or computed.

#include <tigris/ops/clamp.hpp>
#include <tigris/ops/space.hpp>

namespace tigris::ops {

/// Inputs, all of one type, f32 or i32 (sums wrap):
///
/// * images [n, space..., channels];
/// * weights [outputs, kernel..., channels / groups];
/// * bias [outputs], or absent.
///
/// Output: images [n, space..., outputs] with the extents of its tensor. For tap k, output position
/// y reads input position (y * stride - pad + k * dilation) / upsampling. The tap counts only if
/// that is a whole number inside of the input. Dilations and pads may be negative: a transposed
/// convolution has -dilation, -pad, and its strides as upsampling. Source: ONNX Conv,
/// ConvTranspose.
struct conv_nd {
    static constexpr const char* name = "conv_nd";
    static constexpr const char* member_names =
        "strides, dilations, upsampling, pads, groups, clamp";

    static constexpr int data_inputs = all_inputs;

    space_numbers strides{{1, 1, 1}};
    space_numbers dilations{{1, 1, 1}};
    space_numbers upsampling{{1, 1, 1}};
    space_numbers pads{};
    int32_t groups = 1;
    struct clamp clamp {};
};

constexpr description describe(const conv_nd& op, const operands& t) {
    const shape weights = t.input(1).dims;
    const shape output = with_channels(t.output().dims, weights[0]);
    const int64_t taps = element_count(weights) / weights[0];
    return {.output = output,
            .contract = contract::whole,
            .macs = element_count(output) * taps /
                    (int64_t(op.upsampling[0]) * op.upsampling[1] * op.upsampling[2])};
}

}  // namespace tigris::ops
