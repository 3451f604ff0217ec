// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Biases in units of sums of products, whose scale is computed at run time.

#include <tigris/ops/description.hpp>

namespace tigris::ops {

/// Inputs: a dynamic_range [2]; totals [n] as rescale_sums'; scales [n or 1] and biases [n] (f32).
/// Output [n] (i32): floor(bias / (scale * scales)) - (zero_point - base) * totals. A quotient
/// beyond 32 bits saturates. Source: ONNX Runtime's dynamic quantization of a Conv with a bias.
struct sum_addends {
    static constexpr const char* name = "sum_addends";
    static constexpr const char* member_names = "base";

    static constexpr int data_inputs = 2;

    int32_t base = 0;
};

constexpr description describe(const sum_addends&, const operands& t) {
    return {.output = t.input(1).dims, .contract = contract::whole};
}

}  // namespace tigris::ops
