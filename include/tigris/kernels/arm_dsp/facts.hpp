// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What planners know of the kernels for the DSP extension.

#include <tigris/kernels/arm_dsp/patch_shape.hpp>
#include <tigris/kernels/arm_dsp/plane_shape.hpp>
#include <tigris/kernels/arm_dsp/vector_shape.hpp>
#include <tigris/kernels/portable/facts.hpp>

namespace tigris::kernels {

/// Each call widens all weights, and sets up two outputs at a time.
constexpr kernel_facts facts_of(arm_dsp_tag, const ops::conv& op, const operands& t) {
    if (!dsp::multiplies_patches(t.input(0).type, t.output().type, op.groups)) return {};
    const shape weights = t.input(1).dims;
    const dsp::patch_shape shape = dsp::patch_shape_of(weights[1], weights[2] * weights[3]);
    return {.scratch_bytes = scratch_bytes_of(shape),
            .call_cycles = 50 + weights[0] * (shape.depth() + 75),
            .pixel_block = 4};
}

/// Each call widens the rows under its windows, and sets up one channel after the other.
constexpr kernel_facts facts_of(arm_dsp_tag, const ops::depthwise_conv& op, const operands& t) {
    const row_extents in = rows_of(t.input(0).dims), out = rows_of(t.output().dims);
    if (!dsp::runs_on_planes(t.input(0).type, t.output().type, op.window)) return {};
    if (!dsp::fill_planes(in.channels, out.channels)) return {};
    const int32_t row_words = dsp::plane_row_words(out.width, op.window.stride_w);
    return {.scratch_bytes = dsp::scratch_bytes_of_planes(out.width, op.window),
            .call_cycles = 50 + out.channels * 150,
            .window_row_cycles = out.channels / dsp::plane_channels * (20 * row_words + 50),
            .pixel_block = 2};
}

constexpr kernel_facts facts_of(arm_dsp_tag, const ops::gemm& op, const operands& t) {
    kernel_facts facts = facts_of(portable_tag{}, op, t);
    const shape weights = t.input(1).dims;
    if (dsp::multiplies_vectors(t.input(0).type, t.output().type))
        facts.scratch_bytes = dsp::scratch_bytes_of_vector(weights[1], weights[0]);
    return facts;
}

}  // namespace tigris::kernels
