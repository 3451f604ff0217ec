// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Whether an operator that works along axes can do so row by row.

#include <tigris/ops/description.hpp>

namespace tigris::ops {

/// Bit k of a set of axes stands for the axis at place k in memory.
constexpr bool has_axis(uint8_t axes, int axis) { return axes >> axis & 1; }

/// The first axis that lies within a row (model/shape.hpp, rows_of).
constexpr int first_axis_in_rows(const shape& s) {
    return s.rank == 2 ? 1 : s.rank == 3 || s.rank == 4 ? 2 : 0;
}

/// contract::rows if all of `axes` lie within rows, else contract::whole.
constexpr contract contract_along(uint8_t axes, const shape& s) {
    return axes & ((1u << first_axis_in_rows(s)) - 1) ? contract::whole : contract::rows;
}

/// Shape `s` with extents of 1 along `axes`.
constexpr shape without_axes(shape s, uint8_t axes) {
    for (int axis = 0; axis < s.rank; ++axis)
        if (has_axis(axes, axis)) s.extent[axis] = 1;
    return s;
}

/// The output may lie where input 0 does, if its elements are no larger.
constexpr input_set in_place_of_input(const operands& t) {
    const bool fits = bits_of(t.output().type) <= bits_of(t.input(0).type);
    return first_input(fits && t.input(0).kind != tensor_kind::constant);
}

/// Whether the elements of each group along `axes` are neighbors in memory, so that one group after
/// the other is memory's order.
constexpr bool are_neighbors(uint8_t axes, const shape& s) {
    bool inside = false;
    for (int axis = 0; axis < s.rank; ++axis) {
        if (s.extent[axis] == 1) continue;
        if (inside && !has_axis(axes, axis)) return false;
        inside = has_axis(axes, axis);
    }
    return true;
}

/// Sets how the output may overwrite input 0, if groups of elements along axes are made one after
/// the other. Unless that is memory's order, an output elsewhere would cover elements of groups
/// that are still to be read.
constexpr void set_in_place(description& d, const operands& t, bool in_memory_order) {
    d.same_place = !in_memory_order;
    const bool is_possible =
        in_memory_order || (d.contract == contract::whole && t.output().type == t.input(0).type);
    if (is_possible) d.in_place = in_place_of_input(t);
}

}  // namespace tigris::ops
