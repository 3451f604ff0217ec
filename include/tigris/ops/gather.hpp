// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Elements of a tensor chosen by numbers that are computed at run time.

#include <tigris/ops/description.hpp>

namespace tigris::ops {

/// blocks: each tuple of indices names a span of elements. elements: each index names one element.
enum class indexing : uint8_t { blocks, elements };

/// Indices are i32 or i64. Negative indices count from the end. Indices outside are brought to the
/// nearest place.
///
/// blocks: data [batch, e1 .. ek, inner]; indices [batch or 1, count, k]; output [batch, count,
/// inner]. Source: ONNX Gather, GatherND.
///
/// elements: data of any shape. Indices have the same rank and are no larger, except along `axis`
/// (an axis in memory). They say where along `axis` to read. The output has the shape of the
/// indices. Source: ONNX GatherElements.
struct gather {
    static constexpr const char* name = "gather";
    static constexpr const char* member_names = "by, axis";

    static constexpr int data_inputs = 2;

    indexing by = indexing::blocks;
    int8_t axis = 0;
};

constexpr description describe(const gather& op, const operands& t) {
    const shape data = t.input(0).dims, indices = t.input(1).dims;
    if (op.by == indexing::elements) return {.output = indices, .contract = contract::whole};
    return {.output = {3, {data[0], indices[1], data[data.rank - 1]}}, .contract = contract::whole};
}

}  // namespace tigris::ops
