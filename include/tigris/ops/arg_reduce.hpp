// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The place of the largest or smallest element along an axis.

#include <tigris/ops/axes_in_rows.hpp>

namespace tigris::ops {

/// Input: any shape. Output: int64, the same shape with an extent of 1 along `axis`. If several
/// elements are equal, it is the place of the first or of the last one. Source: ONNX ArgMax,
/// ArgMin.
struct arg_reduce {
    static constexpr const char* name = "arg_reduce";
    static constexpr const char* member_names = "minimum, last, axis";

    bool minimum = false;
    bool last = false;
    int8_t axis = 0;
};

constexpr description describe(const arg_reduce& op, const operands& t) {
    const shape input = t.input(0).dims;
    const uint8_t axes = uint8_t(1u << op.axis);
    return {.output = without_axes(input, axes), .contract = contract_along(axes, input)};
}

}  // namespace tigris::ops
