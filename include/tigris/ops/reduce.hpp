// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// One number from all elements along some axes.

#include <tigris/ops/axes_in_rows.hpp>

namespace tigris::ops {

/// log_sum, log_sum_exp: natural logarithms. l2: the root of sum_square.
enum class reduce_function : uint8_t {
    maximum,
    minimum,
    sum,
    mean,
    product,
    l1,
    l2,
    log_sum,
    log_sum_exp,
    sum_square
};

/// Input: any shape. Output: the same shape with extents of 1 along `axes`, a set of bits. Without
/// axes, each element is reduced by itself. Source: ONNX ReduceMax, ReduceMean and similar
/// operators.
struct reduce {
    static constexpr const char* name = "reduce";
    static constexpr const char* member_names = "function, axes";

    reduce_function function = reduce_function::sum;
    uint8_t axes = 0;
};

constexpr description describe(const reduce& op, const operands& t) {
    const shape input = t.input(0).dims;
    return {.output = without_axes(input, op.axes), .contract = contract_along(op.axes, input)};
}

}  // namespace tigris::ops
