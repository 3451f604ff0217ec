// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Windows over up to three spatial axes of a whole tensor, forward or transposed.

#include <tigris/ops/space.hpp>

namespace tigris::kernels {

/// A position along each spatial axis.
struct space_place {
    int32_t at[ops::space_axes]{};

    constexpr bool advance(const int32_t* extents) {
        for (int axis = ops::space_axes - 1; axis >= 0; --axis) {
            if (++at[axis] < extents[axis]) return true;
            at[axis] = 0;
        }
        return false;
    }
};

/// The number of a position in its image.
constexpr int32_t number_of(const int32_t* at, const int32_t* extents) {
    return (at[0] * extents[1] + at[1]) * extents[2] + at[2];
}

/// How an output position y and a tap k reach an input position: (y * stride - pad + k * dilation)
/// / upsampling. See ops/conv_nd.hpp.
struct space_window {
    ops::space_extents in{};
    ops::space_extents out{};
    int32_t kernel[ops::space_axes]{1, 1, 1};
    ops::space_numbers strides{{1, 1, 1}};
    ops::space_numbers dilations{{1, 1, 1}};
    ops::space_numbers upsampling{{1, 1, 1}};
    ops::space_numbers pads{};

    constexpr int32_t taps() const { return kernel[0] * kernel[1] * kernel[2]; }
};

/// The position of a tap along one axis, in steps of 1 / upsampling.
constexpr int32_t fine_position(const space_window& w, int axis, int32_t y, int32_t tap) {
    return y * w.strides[axis] - w.pads[axis] + tap * w.dilations[axis];
}

/// The number of the input position that output position y reads with a tap, or -1.
constexpr int32_t source_of(const space_window& w, const space_place& y, const space_place& tap) {
    int32_t source = 0;
    for (int axis = 0; axis < ops::space_axes; ++axis) {
        const int32_t fine = fine_position(w, axis, y.at[axis], tap.at[axis]);
        if (fine < 0 || fine % w.upsampling[axis] != 0) return -1;
        const int32_t position = fine / w.upsampling[axis];
        if (position >= w.in.space[axis]) return -1;
        source = source * w.in.space[axis] + position;
    }
    return source;
}

}  // namespace tigris::kernels
