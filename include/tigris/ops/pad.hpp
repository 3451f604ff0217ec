// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A border of one value around a tensor.

#include <tigris/ops/description.hpp>
#include <tigris/support/sized_array.hpp>

namespace tigris::ops {

/// Input and output: any shape, one type and quantization; `value` is a real number. before[k] and
/// after[k] elements are added along axis k. Source: ONNX Pad, mode constant.
struct pad {
    static constexpr const char* name = "pad";

    sized_array<int32_t, max_rank> before{};
    sized_array<int32_t, max_rank> after{};
    float value = 0;
};

constexpr description describe(const pad& op, const operands& t) {
    shape output = t.input(0).dims;
    for (int axis = 0; axis < output.rank; ++axis)
        output.extent[axis] += op.before[axis] + op.after[axis];
    return {.output = output, .runs = contract::whole};
}

}  // namespace tigris::ops
