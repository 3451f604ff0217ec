// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Gaussian elimination, as far as the determinant needs it.

#include <tigris/ops/description.hpp>

namespace tigris::ops {

/// Input and output: matrices [..., n, n]. The diagonal of an output matrix holds the pivots; one
/// of them has the sign of the exchanged rows. All other elements are 1, so the product of all
/// elements is the determinant. Source: ONNX Det.
struct pivots {
    static constexpr const char* name = "pivots";
    static constexpr const char* member_names = "";
};

constexpr description describe(const pivots&, const operands& t) {
    const shape input = t.input(0).dims;
    const int64_t n = input[input.rank - 1];
    return {.output = input,
            .contract = contract::whole,
            .in_place = first_input(t.input(0).kind != tensor_kind::constant),
            .macs = element_count(input) * n / 3};
}

}  // namespace tigris::ops
