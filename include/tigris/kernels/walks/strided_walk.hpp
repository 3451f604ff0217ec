// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Copies elements at regular distances into neighboring places.

#include <tigris/model/shape.hpp>

namespace tigris::kernels {

/// Nested loops, from the outermost to the innermost.
struct strided_walk {
    int32_t extents[2 * max_rank]{};  // elements of each loop
    /// Elements in memory from one element of the loop to the next.
    int32_t strides[2 * max_rank]{};
    int32_t axes = 0;  // loops

    /// Adds an inner loop. If the loop around it steps by exactly the elements of the inner loop,
    /// both become one loop.
    constexpr void add(int32_t extent, int32_t stride) {
        if (extent == 1) return;
        const bool joins = axes > 0 && strides[axes - 1] == extent * stride;
        const int32_t place = joins ? axes - 1 : axes++;
        extents[place] = joins ? extents[place] * extent : extent;
        strides[place] = stride;
    }
};

/// A place in strided loops: `at` counts each loop, `from` is the element.
struct strided_place {
    int32_t at[2 * max_rank]{};
    int32_t from = 0;

    /// Goes to the next place of the outer `axes` loops. False after the last place.
    constexpr bool advance(const strided_walk& walk, int32_t axes) {
        for (int32_t axis = axes - 1; axis >= 0; --axis) {
            from += walk.strides[axis];
            if (++at[axis] < walk.extents[axis]) return true;
            from -= walk.strides[axis] * walk.extents[axis];
            at[axis] = 0;
        }
        return false;
    }
};

/// Copies from `in`, a pointer or a constant_pointer to the first element. Returns the place after
/// the last element that was written.
template <class T, class In>
[[gnu::always_inline]] constexpr T* copy_strided(const strided_walk& walk, T* out, In in) {
    const int32_t inner = walk.axes - 1;
    const int32_t count = inner < 0 ? 1 : walk.extents[inner];
    const int32_t stride = inner < 0 ? 0 : walk.strides[inner];
    strided_place place;
    do {
        for (int32_t i = 0; i < count; ++i) *out++ = in[place.from + i * stride];
    } while (place.advance(walk, inner));
    return out;
}

/// Elements from one place of an axis to the next.
constexpr int32_t stride_of(const shape& dims, int axis) {
    int32_t stride = 1;
    for (int inner = axis + 1; inner < dims.rank; ++inner) stride *= dims[inner];
    return stride;
}

}  // namespace tigris::kernels
