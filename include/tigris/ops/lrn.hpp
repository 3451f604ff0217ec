// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Local response normalization: channels divided by a power of their neighbors' energy.

#include <tigris/ops/description.hpp>

namespace tigris::ops {

/// Input and output: one shape. Each span of the innermost axis is computed by itself: y[c] = x[c]
/// / (bias + alpha / size * sum of x[i]^2)^beta. i runs from c - (size - 1) / 2 to c + size / 2, as
/// far as elements exist. Source: ONNX LRN.
struct lrn {
    static constexpr const char* name = "lrn";
    static constexpr const char* member_names = "size, alpha, beta, bias";

    int32_t size = 1;
    float alpha = 0.0001f;
    float beta = 0.75f;
    float bias = 1;
};

constexpr description describe(const lrn& op, const operands& t) {
    const shape input = t.input(0).dims;
    return {.output = input, .macs = element_count(input) * op.size};
}

}  // namespace tigris::ops
