// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Operands of different shapes walked side by side, as whole tensors.

#include <tigris/kernels/walks/odometer.hpp>
#include <tigris/ops/binary.hpp>
#include <tigris/support/index_sequence.hpp>

namespace tigris::kernels {

/// Axes of the common shape. Neighboring axes that all operands treat alike are one axis. Bit k of
/// repeats_a: operand a repeats its elements along axis k.
struct broadcast_axes {
    int32_t extents[max_rank]{};
    int8_t axes = 0;
    uint8_t repeats_a = 0;
    uint8_t repeats_b = 0;
    uint8_t repeats_c = 0;
};

constexpr bool repeats(const shape& operand, const shape& common, int axis) {
    const int own = axis - (common.rank - operand.rank);
    return own < 0 || operand[own] == 1;
}

/// Requires that the shapes broadcast. A third shape without axes changes nothing.
constexpr broadcast_axes broadcast_of(const shape& a, const shape& b, const shape& c = {}) {
    const shape common = ops::broadcast(ops::broadcast(a, b), c);
    broadcast_axes result{};
    int previous = -1;
    for (int axis = 0; axis < common.rank; ++axis) {
        if (common[axis] == 1) continue;
        const int of_a = repeats(a, common, axis), of_b = repeats(b, common, axis);
        const int of_c = repeats(c, common, axis), pattern = of_a + 2 * of_b + 4 * of_c;
        if (pattern == previous) {
            result.extents[result.axes - 1] *= common[axis];
            continue;
        }
        result.repeats_a = uint8_t(result.repeats_a | of_a << result.axes);
        result.repeats_b = uint8_t(result.repeats_b | of_b << result.axes);
        result.repeats_c = uint8_t(result.repeats_c | of_c << result.axes);
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

/// `count` results, each operand with its own step.
template <int... Index, class Out, class F, class... Operands>
constexpr void each_of_span(index_sequence<Index...>, int32_t count, const int32_t* steps, Out* out,
                            const F& f, Operands... operands) {
    for (int32_t i = 0; i < count; ++i) out[i] = f(operands[i * steps[Index]]...);
}

template <int... Index, class Out, class F, class... Operands>
constexpr void each_element(index_sequence<Index...> numbers, const broadcast_axes& common,
                            Out* out, const F& f, Operands... operands) {
    const int inner = common.axes - 1;
    const int32_t count = inner < 0 ? 1 : common.extents[inner];
    const uint8_t repeats[]{common.repeats_a, common.repeats_b, common.repeats_c};
    const broadcast_strides strides[]{{common, repeats[Index]}...};
    const int32_t steps[]{(inner < 0 ? 0 : strides[Index].of[inner])...};
    odometer place;
    do {
        each_of_span(numbers, count, steps, out, f,
                     operands + place.offset(strides[Index].of, inner)...);
        out += count;
    } while (place.advance(common.extents, inner));
}

/// Computes out = f(an element of each of two or three operands), for all elements of the common
/// shape. Operands are pointers to activations, or constant_pointers to constants.
template <class Out, class F, class... Operands>
constexpr void each_element(const broadcast_axes& common, Out* out, const F& f,
                            Operands... operands) {
    each_element(make_index_sequence<int(sizeof...(Operands))>{}, common, out, f, operands...);
}

}  // namespace tigris::kernels
