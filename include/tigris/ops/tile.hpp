// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A tensor repeated along its axes.

#include <tigris/ops/description.hpp>

namespace tigris::ops {

/// Input and output: equal rank, type and quantization. Each extent of the output is a multiple of
/// the input's. Element i along an axis is element i modulo the input's extent. The output has the
/// extents of its tensor. Source: ONNX Tile, Expand.
struct tile {
    static constexpr const char* name = "tile";
    static constexpr const char* member_names = "";
};

/// Whether each output row is made of the input row of the same number, or of the only input row.
constexpr bool tiles_rows(const shape& input, const shape& output) {
    const row_extents in = rows_of(input), out = rows_of(output);
    return in.images * in.rows == 1 || (in.images == out.images && in.rows == out.rows);
}

constexpr description describe(const tile&, const operands& t) {
    const shape output = t.output().dims;
    return {.output = output,
            .contract = tiles_rows(t.input(0).dims, output) ? contract::rows : contract::whole};
}

}  // namespace tigris::ops
