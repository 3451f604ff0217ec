// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Element by element choice between two tensors, with broadcasting.

#include <tigris/ops/binary.hpp>

namespace tigris::ops {

/// Inputs: conditions (bool), the elements for true, and the elements for false. The last two have
/// one type. Each input may be a constant. Output: the common shape. Source: ONNX Where.
struct select {
    static constexpr const char* name = "select";
    static constexpr const char* member_names = "";

    static constexpr int data_inputs = 3;
};

constexpr description describe(const select&, const operands& t) {
    const shape output = broadcast(broadcast(t.input(0).dims, t.input(1).dims), t.input(2).dims);
    description d{.output = output, .in_place = inputs_as_output(t, 3), .by_columns = true};
    bool by_rows = true;
    for (int i = 0; i < 3; ++i) {
        const row_operand seen = row_operand_of(t.input(i).dims, output);
        by_rows = by_rows && seen.by_rows;
        d.by_columns = d.by_columns && has_strips(seen, t.input(i).kind);
    }
    d.contract = by_rows ? contract::rows : contract::whole;
    d.by_columns = d.by_columns && by_rows;
    return d;
}

}  // namespace tigris::ops
