// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Axes in another order.

#include <tigris/ops/description.hpp>
#include <tigris/support/sized_array.hpp>

namespace tigris::ops {

/// Axis k of the output is axis axes[k] of the input. Source: ONNX Transpose.
struct transpose {
    static constexpr const char* name = "transpose";
    static constexpr const char* member_names = "axes";

    sized_array<int8_t, max_rank> axes{{0, 1, 2, 3, 4, 5, 6, 7}};
};

constexpr description describe(const transpose& op, const operands& t) {
    const shape input = t.input(0).dims;
    shape output = input;
    for (int axis = 0; axis < input.rank; ++axis) output.extent[axis] = input[op.axes[axis]];
    return {.output = output, .contract = contract::whole};
}

}  // namespace tigris::ops
