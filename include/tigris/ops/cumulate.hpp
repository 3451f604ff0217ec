// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Sums and products of all elements up to each element.

#include <tigris/ops/axes_in_rows.hpp>

namespace tigris::ops {

enum class cumulate_function : uint8_t { sum, product };

/// Input and output: one shape. `exclusive`: without the element itself; `reverse`: from the end of
/// the axis. Source: ONNX CumSum, CumProd.
struct cumulate {
    static constexpr const char* name = "cumulate";
    static constexpr const char* member_names = "function, axis, exclusive, reverse";

    cumulate_function function = cumulate_function::sum;
    int8_t axis = 0;
    bool exclusive = false;
    bool reverse = false;
};

constexpr description describe(const cumulate& op, const operands& t) {
    const shape input = t.input(0).dims;
    const uint8_t axes = uint8_t(1u << op.axis);
    description d{.output = input, .contract = contract_along(axes, input)};
    set_in_place(d, t, !op.reverse && are_neighbors(axes, input));
    return d;
}

}  // namespace tigris::ops
