// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Elements of a tensor replaced at places that are computed at run time.

#include <tigris/ops/gather.hpp>

namespace tigris::ops {

enum class scatter_reduction : uint8_t { none, add, multiply, min, max };

/// The output is `data`, into which updates are written, added, and so on, one after the other.
/// Integers wrap around. For booleans, add is "or" and multiply is "and". Indices as gather's.
///
/// blocks: data [e1 .. ek, inner]; indices [count, k]; updates [count, inner]. Source: ONNX
/// ScatterND.
///
/// elements: data of any shape; indices and updates of one shape. It has the rank of data and is no
/// larger, except along `axis` (an axis in memory). Source: ONNX ScatterElements.
struct scatter {
    static constexpr const char* name = "scatter";
    static constexpr const char* member_names = "by, reduction, axis";

    static constexpr int data_inputs = 3;

    indexing by = indexing::blocks;
    scatter_reduction reduction = scatter_reduction::none;
    int8_t axis = 0;
};

constexpr description describe(const scatter&, const operands& t) {
    const bool overwrites = t.input(0).kind != tensor_kind::constant;
    return {.output = t.input(0).dims,
            .contract = contract::whole,
            .in_place = first_input(overwrites)};
}

}  // namespace tigris::ops
