// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Functions of one number, element by element.

#include <tigris/ops/description.hpp>

namespace tigris::ops {

/// sigmoid: 1 / (1 + e^-x). hard_sigmoid: alpha * x + beta, clipped to [0, 1]. hard_swish:
/// x * (x / 6 + 1/2, clipped to [0, 1]). What they compute stands in kernels/unary_functions.hpp.
enum class unary_function : uint8_t { sigmoid, hard_sigmoid, hard_swish };

/// Input and output: one shape, both floating point or both 8-bit codes. `alpha` and `beta` are
/// hard_sigmoid's. Source: ONNX Sigmoid, HardSigmoid, HardSwish.
struct unary {
    static constexpr const char* name = "unary";

    unary_function function = unary_function::sigmoid;
    float alpha = 0.2f;
    float beta = 0.5f;
};

constexpr description describe(const unary&, const operands& t) {
    const bool fits = bits_of(t.output().type) <= bits_of(t.input(0).type);
    return {.output = t.input(0).dims,
            .in_place = fits ? int8_t(0) : int8_t(-1),
            .by_columns = t.input(0).kind != tensor_kind::constant};
}

}  // namespace tigris::ops
