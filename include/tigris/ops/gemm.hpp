// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Fully connected layer: a matrix of constants times each row.

#include <tigris/ops/clamp.hpp>
#include <tigris/ops/description.hpp>

namespace tigris::ops {

/// Inputs: rows [m, k]; weights [n, k]; bias, multiplier, shift, scales as conv's. Output: rows [m,
/// n].
///
/// If weights are codes, scales may also be [n, blocks]: one for each k / blocks neighboring
/// weights. Then zero points [n, blocks] (u8) may follow, which kernels subtract from codes of u8
/// or u4. If codes are not quantized, the results are sums (i32), as conv's.
///
/// Source: ONNX Gemm and MatMul with a constant second operand.
struct gemm {
    static constexpr const char* name = "gemm";
    static constexpr const char* member_names = "clamp";

    struct clamp clamp {};
};

/// Whether a gemm multiplies a single vector. Kernels can also take that vector in spans and add
/// up.
constexpr bool has_one_vector(const gemm&, const operands& t) {
    return element_count(t.input(0)) == t.input(1).dims[1];
}

constexpr description describe(const gemm&, const operands& t) {
    const shape weights = t.input(1).dims;
    shape output = t.input(0).dims;
    output.extent[output.rank - 1] = weights[0];
    return {.output = output, .macs = element_count(output) * weights[1]};
}

}  // namespace tigris::ops
