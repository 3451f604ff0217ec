// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A block of memory walked along one set of its axes, at every place of the others.

#include <tigris/kernels/walks/odometer.hpp>
#include <tigris/ops/axes_in_rows.hpp>

namespace tigris::kernels {

/// Axes from the outermost to the innermost; neighbors in memory are one.
struct axis_list {
    int32_t extents[max_rank]{};
    int32_t strides[max_rank]{};
    int32_t count = 0;
};

/// The reduced axes and the kept axes of a block. The block is a row, or the whole tensor if the
/// reduced axes reach beyond rows. `results`: places of the kept axes. `terms`: places of the
/// reduced axes.
struct split_axes {
    axis_list kept{};
    axis_list reduced{};
    int32_t results = 1;
    int32_t terms = 1;
};

/// The first axis of the block that a call sees of a tensor: of a row, or of the whole tensor.
constexpr int first_axis_of_block(uint8_t axes, const shape& s) {
    return ops::contract_along(axes, s) == ops::contract::rows ? ops::first_axis_in_rows(s) : 0;
}

constexpr void append_axis(axis_list& list, int32_t extent, int32_t stride, bool joins) {
    if (joins)
        list.extents[list.count - 1] *= extent;
    else
        list.extents[list.count++] = extent;
    list.strides[list.count - 1] = stride;
}

constexpr split_axes split_axes_of(const shape& s, uint8_t axes) {
    const int first = first_axis_of_block(axes, s);
    int64_t stride = 1;
    for (int axis = first; axis < s.rank; ++axis) stride *= s[axis];
    split_axes result{};
    int previous = -1;
    for (int axis = first; axis < s.rank; ++axis) {
        if (s[axis] == 1) continue;
        stride /= s[axis];
        const bool reduces = ops::has_axis(axes, axis);
        append_axis(reduces ? result.reduced : result.kept, s[axis], int32_t(stride),
                    previous == int(reduces));
        (reduces ? result.terms : result.results) *= s[axis];
        previous = int(reduces);
    }
    return result;
}

/// Calls f with the offset of every place, the last axis fastest.
template <class F>
constexpr void each_place(const axis_list& axes, F f) {
    const int inner = axes.count - 1;
    if (inner < 0) return f(0);
    odometer place;
    do {
        int32_t at = place.offset(axes.strides, inner);
        for (int32_t i = 0; i < axes.extents[inner]; ++i, at += axes.strides[inner]) f(at);
    } while (place.advance(axes.extents, inner));
}

/// A block with one axis singled out: element (o, k, i) is (o * extent + k) * inner + i.
struct axis_lines {
    int32_t outer = 1;
    int32_t extent = 1;
    int32_t inner = 1;
};

constexpr axis_lines axis_lines_of(const shape& s, int axis) {
    axis_lines lines{.extent = s[axis]};
    for (int k = first_axis_of_block(uint8_t(1u << axis), s); k < axis; ++k) lines.outer *= s[k];
    for (int k = axis + 1; k < s.rank; ++k) lines.inner *= s[k];
    return lines;
}

/// Calls f(first element, number of the line) for each line along the axis.
template <class F>
constexpr void each_line(const axis_lines& lines, F f) {
    for (int32_t o = 0; o < lines.outer; ++o)
        for (int32_t i = 0; i < lines.inner; ++i)
            f(o * lines.extent * lines.inner + i, o * lines.inner + i);
}

}  // namespace tigris::kernels
