// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Adds up columns of windows to images.

#include <tigris/ops/description.hpp>
#include <tigris/support/sized_array.hpp>

namespace tigris::ops {

/// Spatial axes of images in ONNX's order.
inline constexpr int max_space_axes = max_rank - 2;
using block_numbers = sized_array<int32_t, max_space_axes>;

/// Input: [n, channels * (product of kernel), positions of the window]. Output: images [n,
/// channels, space...] with the extents of its tensor. Each output element is the sum of all input
/// elements that belong to its place. Of each list of numbers, the first (rank of the output - 2)
/// count. Source: ONNX Col2Im.
struct col2im {
    static constexpr const char* name = "col2im";
    static constexpr const char* member_names = "kernel, strides, dilations, pads, positions";

    block_numbers kernel{{1, 1, 1, 1, 1, 1}};
    block_numbers strides{{1, 1, 1, 1, 1, 1}};
    block_numbers dilations{{1, 1, 1, 1, 1, 1}};
    block_numbers pads{};
    block_numbers positions{{1, 1, 1, 1, 1, 1}};
};

constexpr description describe(const col2im&, const operands& t) {
    return {.output = t.output().dims,
            .contract = contract::whole,
            .macs = element_count(t.input(0).dims)};
}

}  // namespace tigris::ops
