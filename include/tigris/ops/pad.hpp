// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A border around a tensor.

#include <tigris/ops/description.hpp>
#include <tigris/support/sized_array.hpp>

namespace tigris::ops {

/// What the border holds. constant: one number. reflect: the tensor, mirrored at its first and last
/// elements. edge: its first or last elements. wrap: the tensor, repeated.
enum class pad_mode : uint8_t { constant, reflect, edge, wrap };

/// Input and output: any shape, one type and quantization. before[k] and after[k] elements are
/// added along axis k. In mode constant they may be negative: then elements are cut off. In mode
/// reflect they are fewer than the elements of the axis. `value` is the border as a real number,
/// `number` is that of plain integers. Source: ONNX Pad.
struct pad {
    static constexpr const char* name = "pad";
    static constexpr const char* member_names = "before, after, value, mode, number";

    sized_array<int32_t, max_rank> before{};
    sized_array<int32_t, max_rank> after{};
    float value = 0;
    pad_mode mode = pad_mode::constant;
    int64_t number = 0;
};

/// The axis of rows in shapes that have one, or -1 (model/shape.hpp, rows_of).
constexpr int axis_of_rows(const shape& dims) {
    return dims.rank == 3 || dims.rank == 4 ? 1 : dims.rank == 2 ? 0 : -1;
}

/// Whether rows can be padded one by one. Borders around images, and border rows made of other
/// rows, need the whole tensor.
constexpr bool pads_within_images(const pad& op, const shape& dims) {
    const int axis = axis_of_rows(dims);
    if (axis < 0) return false;
    const bool adds_rows = op.before[axis] != 0 || op.after[axis] != 0;
    if (op.mode != pad_mode::constant && adds_rows) return false;
    return axis == 0 || (axis == 1 && op.before[0] == 0 && op.after[0] == 0);
}

constexpr row_reach reach_of(const pad& op, const shape& dims) {
    const int axis = axis_of_rows(dims);
    return {.pad = op.before[axis], .pad_end = op.after[axis]};
}

constexpr description describe(const pad& op, const operands& t) {
    const shape input = t.input(0).dims;
    shape output = input;
    for (int axis = 0; axis < output.rank; ++axis)
        output.extent[axis] += op.before[axis] + op.after[axis];
    if (!pads_within_images(op, input)) return {.output = output, .contract = contract::whole};
    return {.output = output, .reach = reach_of(op, input)};
}

}  // namespace tigris::ops
