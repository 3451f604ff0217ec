// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A border of one value around a tensor.

#include <tigris/ops/description.hpp>
#include <tigris/support/sized_array.hpp>

namespace tigris::ops {

/// Input and output: any shape, one type and quantization; `value` is a real number. before[k] and
/// after[k] elements are added along axis k, or cut off where they are negative. Source: ONNX Pad,
/// mode constant.
struct pad {
    static constexpr const char* name = "pad";

    sized_array<int32_t, max_rank> before{};
    sized_array<int32_t, max_rank> after{};
    float value = 0;
};

/// The axis of rows in shapes that have one, or -1 (model/shape.hpp, rows_of).
constexpr int axis_of_rows(const shape& dims) {
    return dims.rank == 3 || dims.rank == 4 ? 1 : dims.rank == 2 ? 0 : -1;
}

/// Rows of images are padded one by one; borders around images need the whole tensor.
constexpr bool pads_within_images(const pad& op, const shape& dims) {
    const int axis = axis_of_rows(dims);
    return axis == 0 || (axis == 1 && op.before[0] == 0 && op.after[0] == 0);
}

constexpr row_reach reach_of(const pad& op, const shape& dims) {
    const int axis = axis_of_rows(dims);
    return {.pad = op.before[axis], .pad_behind = op.after[axis]};
}

constexpr description describe(const pad& op, const operands& t) {
    const shape input = t.input(0).dims;
    shape output = input;
    for (int axis = 0; axis < output.rank; ++axis)
        output.extent[axis] += op.before[axis] + op.after[axis];
    if (!pads_within_images(op, input)) return {.output = output, .runs = contract::whole};
    return {.output = output, .reach = reach_of(op, input)};
}

}  // namespace tigris::ops
