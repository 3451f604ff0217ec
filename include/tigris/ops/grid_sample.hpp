// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Images read at places that are computed.

#include <tigris/ops/space.hpp>

namespace tigris::ops {

enum class sample_mode : uint8_t { linear, nearest, cubic };

/// ONNX's padding_mode: what is outside is zero, the border's element, or reflected.
enum class sample_padding : uint8_t { zeros, border, reflection };

/// Inputs: images [n, space..., channels] with two or three spatial axes; grid [n, space_out...,
/// axes], coordinates from -1 to 1, the innermost axis first. Output: [n, space_out..., channels].
/// Source: ONNX GridSample.
struct grid_sample {
    static constexpr const char* name = "grid_sample";
    static constexpr const char* member_names = "mode, padding, align_corners";

    static constexpr int data_inputs = 2;

    sample_mode mode = sample_mode::linear;
    sample_padding padding = sample_padding::zeros;
    bool align_corners = false;
};

constexpr description describe(const grid_sample& op, const operands& t) {
    const shape input = t.input(0).dims;
    const shape output = with_channels(t.input(1).dims, input[input.rank - 1]);
    const int32_t taps = op.mode == sample_mode::cubic ? 4 : op.mode == sample_mode::linear ? 2 : 1;
    return {.output = output,
            .contract = contract::whole,
            .macs = element_count(output) * taps * taps * (input.rank == 5 ? taps : 1)};
}

}  // namespace tigris::ops
