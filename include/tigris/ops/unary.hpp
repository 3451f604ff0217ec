// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Functions of one number, element by element.

#include <tigris/ops/description.hpp>

namespace tigris::ops {

/// Functions of one element. kernels/arithmetic/functions/unary.hpp says what they compute, and
/// what `alpha` and `beta` mean. Functions of integers are in
/// kernels/arithmetic/functions/integers.hpp.
enum class unary_function : uint8_t {
    abs,
    acos,
    acosh,
    asin,
    asinh,
    atan,
    atanh,
    bitwise_not,
    ceil,
    celu,
    cos,
    cosh,
    elu,
    erf,
    exp,
    floor,
    gelu,
    gelu_tanh,
    hard_sigmoid,
    hard_swish,
    is_inf,
    is_nan,
    leaky_relu,
    log,
    logical_not,
    mish,
    negate,
    reciprocal,
    round,
    round_to_half,
    selu,
    shrink,
    sigmoid,
    sign,
    sin,
    sinh,
    softplus,
    softsign,
    sqrt,
    swish,
    tan,
    tanh,
    thresholded_relu
};

/// Input and output: one shape. Types:
///
/// * both floating point, or both codes;
/// * abs, negate, sign and bitwise_not: also integers as numbers;
/// * logical_not: bool;
/// * is_inf and is_nan: bool from floating point.
///
/// round_to_half is Cast to float16 and back. Source: ONNX, the operators of these names.
struct unary {
    static constexpr const char* name = "unary";
    static constexpr const char* member_names = "function, alpha, beta";

    unary_function function = unary_function::sigmoid;
    float alpha = 0;
    float beta = 0;
};

constexpr description describe(const unary&, const operands& t) {
    const bool fits = bits_of(t.output().type) <= bits_of(t.input(0).type);
    const bool is_constant = t.input(0).kind == tensor_kind::constant;
    return {.output = t.input(0).dims,
            .in_place = first_input(fits && !is_constant),
            .by_columns = !is_constant};
}

}  // namespace tigris::ops
