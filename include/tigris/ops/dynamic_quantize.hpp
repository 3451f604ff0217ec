// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Quantizes floats by a scale and a zero point that are computed at run time.

#include <tigris/ops/description.hpp>
#include <tigris/support/sized_array.hpp>

namespace tigris::ops {

/// Inputs: floats of any shape, and a dynamic_range [2]. Output: codes, u8 or i8 (i8 codes are 128
/// less). before[k] and after[k] zero points are added along axis k. Source: ONNX
/// DynamicQuantizeLinear.
struct dynamic_quantize {
    static constexpr const char* name = "dynamic_quantize";
    static constexpr const char* member_names = "before, after";

    static constexpr int data_inputs = 2;

    sized_array<int32_t, max_rank> before{};
    sized_array<int32_t, max_rank> after{};
};

constexpr bool has_border(const dynamic_quantize& op) {
    for (int axis = 0; axis < max_rank; ++axis)
        if (op.before[axis] != 0 || op.after[axis] != 0) return true;
    return false;
}

/// With a border the operator runs whole: rows of the border would need rows of the range that do
/// not exist.
constexpr description describe(const dynamic_quantize& op, const operands& t) {
    shape output = t.input(0).dims;
    for (int axis = 0; axis < output.rank; ++axis)
        output.extent[axis] += op.before[axis] + op.after[axis];
    if (has_border(op)) return {.output = output, .contract = contract::whole};
    const bool overwrites = t.input(0).kind != tensor_kind::constant;
    return {.output = output, .in_place = first_input(overwrites)};
}

}  // namespace tigris::ops
