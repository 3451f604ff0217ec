// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Every step-th element of a range, along any axes.

#include <tigris/ops/pad.hpp>

namespace tigris::ops {

/// Input and output: equal rank, type and quantization. Element i along axis k of the output is
/// element begin[k] + i * step[k] of the input, which must exist. Steps may be negative. The output
/// has the extents of its tensor. Source: ONNX Slice.
struct slice {
    static constexpr const char* name = "slice";
    static constexpr const char* member_names = "begin, step";

    sized_array<int32_t, max_rank> begin{};
    sized_array<int32_t, max_rank> step{{1, 1, 1, 1, 1, 1, 1, 1}};
};

constexpr bool keeps_axis(const slice& op, const operands& t, int axis) {
    return op.begin[axis] == 0 && op.step[axis] == 1 &&
           t.input(0).dims[axis] == t.output().dims[axis];
}

/// Whether rows are taken one by one, from first to last. A choice of images needs the whole
/// tensor.
constexpr bool slices_within_images(const slice& op, const operands& t) {
    const int axis = axis_of_rows(t.output().dims);
    return axis >= 0 && op.step[axis] > 0 && (axis == 0 || keeps_axis(op, t, 0));
}

/// Rows after the last one that is read count as negative padding.
constexpr row_reach reach_of(const slice& op, const operands& t) {
    const int axis = axis_of_rows(t.output().dims);
    const int32_t last = op.begin[axis] + (t.output().dims[axis] - 1) * op.step[axis];
    return {.stride = t.output().dims[axis] == 1 ? 1 : op.step[axis],
            .pad = -op.begin[axis],
            .pad_end = last + 1 - t.input(0).dims[axis]};
}

constexpr bool steps_forward(const slice& op, const shape& dims) {
    for (int axis = 0; axis < dims.rank; ++axis)
        if (op.step[axis] < 0) return false;
    return true;
}

constexpr description describe(const slice& op, const operands& t) {
    const shape output = t.output().dims;
    if (slices_within_images(op, t)) return {.output = output, .reach = reach_of(op, t)};
    const bool overwrites = steps_forward(op, output) && t.input(0).kind != tensor_kind::constant;
    return {.output = output, .contract = contract::whole, .in_place = first_input(overwrites)};
}

}  // namespace tigris::ops
