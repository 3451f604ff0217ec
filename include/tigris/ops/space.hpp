// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Windows over one to three spatial axes, for operators that work on whole tensors.

#include <tigris/ops/description.hpp>
#include <tigris/support/sized_array.hpp>

namespace tigris::ops {

/// One number for each spatial axis (depth, rows, columns); axes that are missing come first.
inline constexpr int space_axes = 3;
using space_numbers = sized_array<int32_t, space_axes>;

/// Extents of [n, space..., channels], with missing spatial axes of extent 1 in front.
struct space_extents {
    int32_t images = 1;
    int32_t space[space_axes]{1, 1, 1};
    int32_t channels = 1;

    constexpr int32_t positions() const { return space[0] * space[1] * space[2]; }
};

/// Requires a rank of 3 to 5.
constexpr space_extents space_of(const shape& dims) {
    space_extents result{.images = dims[0], .channels = dims[dims.rank - 1]};
    const int missing = space_axes - (dims.rank - 2);
    for (int axis = 1; axis < dims.rank - 1; ++axis) result.space[missing + axis - 1] = dims[axis];
    return result;
}

/// A shape of images of any number of spatial axes, with another number of channels.
constexpr shape with_channels(shape dims, int32_t channels) {
    if (dims.rank > 0) dims.extent[dims.rank - 1] = channels;
    return dims;
}

}  // namespace tigris::ops
