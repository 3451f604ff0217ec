// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Products of matrices of two activations.

#include <tigris/ops/binary.hpp>
#include <tigris/ops/clamp.hpp>

namespace tigris::ops {

/// Inputs: [..., m, k] and [..., k, n]; if the second is `transposed`, [..., n, k]. Axes before the
/// matrices broadcast. Output: [..., m, n]. Source: ONNX MatMul, Gemm.
struct matmul {
    static constexpr const char* name = "matmul";
    static constexpr const char* member_names = "transposed, clamp";

    static constexpr int data_inputs = 2;

    bool transposed = false;
    struct clamp clamp {};
};

/// The axes before the matrices.
constexpr shape batch_axes(shape s) {
    s.rank = int8_t(s.rank - 2);
    s.extent[s.rank] = s.extent[s.rank + 1] = 0;
    return s;
}

constexpr description describe(const matmul& op, const operands& t) {
    const shape a = t.input(0).dims, b = t.input(1).dims;
    shape output = broadcast(batch_axes(a), batch_axes(b));
    output.extent[output.rank] = a[a.rank - 2];
    output.extent[output.rank + 1] = b[b.rank - (op.transposed ? 2 : 1)];
    output.rank = int8_t(output.rank + 2);
    return {.output = output,
            .contract = contract::whole,
            .macs = element_count(output) * a[a.rank - 1]};
}

}  // namespace tigris::ops
