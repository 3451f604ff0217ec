// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Axes in another order, in plain C++.

#include <tigris/kernels/contract/backend.hpp>
#include <tigris/kernels/contract/key.hpp>
#include <tigris/kernels/walks/odometer.hpp>
#include <tigris/ops/list.hpp>

namespace tigris::kernels {

/// Extents of the output, and how far apart in the input neighbors along each of its axes are.
template <class T>
struct transpose_layer {
    int32_t extents[max_rank]{};
    int32_t strides[max_rank]{};
    int32_t axes = 0;
};

constexpr plain_key<ops::transpose> key_of(const ops::transpose&, const operands&, rounding) {
    return {};
}

/// Axes of one element vanish, and output axes that are neighbors in the input too become one.
template <class T>
constexpr transpose_layer<T> layer_of(const ops::transpose& op, const operands& t,
                                      view<const constant>, rounding) {
    const shape input = t.input(0).dims;
    transpose_layer<T> layer{};
    for (int axis = 0; axis < input.rank; ++axis) {
        const int32_t extent = input[op.axes[axis]];
        if (extent == 1) continue;
        int32_t stride = 1;
        for (int inner = op.axes[axis] + 1; inner < input.rank; ++inner) stride *= input[inner];
        const bool joins = layer.axes > 0 && layer.strides[layer.axes - 1] == extent * stride;
        const int32_t place = joins ? layer.axes - 1 : layer.axes++;
        layer.extents[place] = joins ? layer.extents[place] * extent : extent;
        layer.strides[place] = stride;
    }
    return layer;
}

template <plain_key<ops::transpose>, class T>
[[gnu::noinline]] constexpr void whole(portable_tag, const transpose_layer<T>& layer, T* out,
                                       const T* in) {
    const int inner = layer.axes - 1;
    if (inner < 0) {
        *out = *in;
        return;
    }
    odometer place;
    do {
        const T* from = in + place.offset(layer.strides, inner);
        for (int32_t i = 0; i < layer.extents[inner]; ++i) *out++ = from[i * layer.strides[inner]];
    } while (place.advance(layer.extents, inner));
}

}  // namespace tigris::kernels
