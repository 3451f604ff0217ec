// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Elements divided by a measure of all elements along some axes.

#include <tigris/ops/axes_in_rows.hpp>

namespace tigris::ops {

/// standard: (x - mean) / sqrt(variance + epsilon). root_mean_square: x / sqrt(mean of x^2 +
/// epsilon). l1: x / (sum of |x|). l2: x / sqrt(sum of x^2). If the divisor of l1 or l2 is 0, the
/// result is 0.
enum class normalize_function : uint8_t { standard, root_mean_square, l1, l2 };

/// Input and output: one shape; `axes` is a set of bits. Inputs 1 and 2 may be absent: scale and
/// bias of the quotients, floats, one for each element along `axes`. Source: ONNX
/// LayerNormalization and similar operators, LpNormalization.
struct normalize {
    static constexpr const char* name = "normalize";
    static constexpr const char* member_names = "function, axes, epsilon";

    normalize_function function = normalize_function::standard;
    uint8_t axes = 0;
    float epsilon = 0;
};

constexpr description describe(const normalize& op, const operands& t) {
    const shape input = t.input(0).dims;
    description d{.output = input, .contract = contract_along(op.axes, input)};
    set_in_place(d, t, are_neighbors(op.axes, input));
    return d;
}

}  // namespace tigris::ops
