// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Two operands of different shapes walked side by side.

#include <tigris/kernels/odometer.hpp>
#include <tigris/ops/binary.hpp>

namespace tigris::kernels {

/// Axes of the common shape; neighbors that both operands treat alike are one. Bit k of repeats_a
/// says that operand a is the same all along axis k.
struct broadcast_axes {
    int32_t extents[max_rank]{};
    int8_t axes = 0;
    uint8_t repeats_a = 0;
    uint8_t repeats_b = 0;
};

constexpr bool repeats(const shape& operand, const shape& common, int axis) {
    const int own = axis - (common.rank - operand.rank);
    return own < 0 || operand[own] == 1;
}

constexpr broadcast_axes broadcast_of(const shape& a, const shape& b) {
    const shape common = ops::broadcast(a, b);
    broadcast_axes result{};
    int previous = -1;
    for (int axis = 0; axis < common.rank; ++axis) {
        if (common[axis] == 1) continue;
        const int pattern = (repeats(a, common, axis) ? 1 : 0) + (repeats(b, common, axis) ? 2 : 0);
        if (pattern == previous) {
            result.extents[result.axes - 1] *= common[axis];
            continue;
        }
        result.repeats_a = uint8_t(result.repeats_a | (pattern & 1) << result.axes);
        result.repeats_b = uint8_t(result.repeats_b | (pattern >> 1) << result.axes);
        result.extents[result.axes++] = common[axis];
        previous = pattern;
    }
    return result;
}

/// Elements of one operand from one place of each axis to the next.
struct broadcast_strides {
    int32_t of[max_rank]{};

    constexpr broadcast_strides(const broadcast_axes& common, uint8_t repeats_bits) {
        int32_t stride = 1;
        for (int axis = common.axes - 1; axis >= 0; --axis) {
            const bool repeated = repeats_bits >> axis & 1;
            of[axis] = repeated ? 0 : stride;
            if (!repeated) stride *= common.extents[axis];
        }
    }
};

}  // namespace tigris::kernels
