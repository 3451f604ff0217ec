// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Tensors joined along one axis.

#include <tigris/ops/description.hpp>

namespace tigris::ops {

/// The most inputs of one concat. The tool joins more inputs by several concats.
inline constexpr int max_concat_inputs = 32;

/// Inputs: 1 to max_concat_inputs tensors; each may be a constant. Their extents differ at most
/// along `axis`. Codes may have different quantizations. Output: all inputs, one after the other
/// along `axis` (an axis in memory). Source: ONNX Concat.
struct concat {
    static constexpr const char* name = "concat";
    static constexpr const char* member_names = "axis";

    static constexpr int data_inputs = all_inputs;

    int8_t axis = 0;
};

/// Whether rows stay rows: joined along the width or the channels (model/shape.hpp, rows_of).
constexpr bool joins_within_rows(const concat& op, const shape& dims) {
    switch (dims.rank) {
        case 4: return op.axis >= 2;
        case 3: return op.axis == 2;
        case 2: return op.axis == 1;
        default: return true;
    }
}

/// The output's shape; rank 0 if the inputs do not fit together.
constexpr shape joined_shape(const concat& op, const operands& t) {
    shape output = t.input(0).dims;
    if (t.inputs > max_concat_inputs || op.axis < 0 || op.axis >= output.rank) return {};
    for (int i = 1; i < t.inputs; ++i) {
        shape rest = t.input(i).dims;
        output.extent[op.axis] += rest[op.axis];
        rest.extent[op.axis] = output[op.axis];
        if (rest != output) return {};
    }
    return output;
}

constexpr bool has_constants(const operands& t) {
    for (int i = 0; i < t.inputs; ++i)
        if (t.input(i).kind == tensor_kind::constant) return true;
    return false;
}

constexpr description describe(const concat& op, const operands& t) {
    const shape output = joined_shape(op, t);
    const bool by_rows = joins_within_rows(op, output);
    return {.output = output,
            .contract = by_rows ? contract::rows : contract::whole,
            .concatenates = by_rows && op.axis == output.rank - 1,
            .by_columns = by_rows && op.axis == output.rank - 1 && !has_constants(t)};
}

}  // namespace tigris::ops
