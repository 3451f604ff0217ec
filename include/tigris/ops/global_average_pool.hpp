// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The average over all rows and columns of each image.

#include <tigris/ops/clamp.hpp>
#include <tigris/ops/description.hpp>

namespace tigris::ops {

/// Input: images [n, rows, width, channels] or [n, rows, channels]. Output: the same with rows and
/// width 1. `mean`: it was a ReduceMean, for which rounding::tflite has another rule. Source: ONNX
/// GlobalAveragePool, and ReduceMean over the same axes.
struct global_average_pool {
    static constexpr const char* name = "global_average_pool";
    static constexpr const char* member_names = "mean, clamp";

    bool mean = false;
    struct clamp clamp {};
};

constexpr description describe(const global_average_pool&, const operands& t) {
    shape output = t.input(0).dims;
    for (int axis = 1; axis < output.rank - 1; ++axis) output.extent[axis] = 1;
    return {.output = output, .contract = contract::accumulate};
}

}  // namespace tigris::ops
