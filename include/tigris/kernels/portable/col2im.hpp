// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Columns of windows added up to images, in plain C++.

#include <tigris/kernels/contract/backend.hpp>
#include <tigris/kernels/contract/key.hpp>
#include <tigris/kernels/walks/odometer.hpp>
#include <tigris/ops/list.hpp>

namespace tigris::kernels {

template <class T>
struct col2im_layer {
    ops::col2im op{};
    int32_t axes = 0;
    int32_t images = 0;
    int32_t extents[max_rank]{};
};

constexpr plain_key<ops::col2im> key_of(const ops::col2im&, const operands&, rounding) {
    return {};
}

/// Images and channels are one.
template <class T>
constexpr col2im_layer<T> layer_of(const ops::col2im& op, const operands& t, view<const constant>,
                                   rounding) {
    const shape output = t.output().dims;
    col2im_layer<T> layer{.op = op, .axes = output.rank - 2, .images = output[0] * output[1]};
    for (int axis = 0; axis < layer.axes; ++axis) layer.extents[axis] = output[axis + 2];
    return layer;
}

/// Where a tap of a window falls in its image, or -1.
template <class T>
constexpr int32_t place_of(const col2im_layer<T>& layer, const odometer& window,
                           const odometer& tap) {
    int32_t place = 0;
    for (int axis = 0; axis < layer.axes; ++axis) {
        const int32_t at = window.at[axis] * layer.op.strides[axis] - layer.op.pads[axis] +
                           tap.at[axis] * layer.op.dilations[axis];
        if (at < 0 || at >= layer.extents[axis]) return -1;
        place = place * layer.extents[axis] + at;
    }
    return place;
}

template <plain_key<ops::col2im>, class T, class X>
[[gnu::noinline]] constexpr void whole(portable_tag, const col2im_layer<T>& layer, T* out, X in) {
    int32_t positions = 1;
    for (int axis = 0; axis < layer.axes; ++axis) positions *= layer.extents[axis];
    for (int32_t image = 0; image < layer.images; ++image, out += positions) {
        for (int32_t i = 0; i < positions; ++i) out[i] = T(0);
        odometer tap;
        do {
            odometer window;
            do {
                const int32_t place = place_of(layer, window, tap);
                if (place >= 0) out[place] += in[0];
                in = in + 1;
            } while (window.advance(layer.op.positions.data(), layer.axes));
        } while (tap.advance(layer.op.kernel.data(), layer.axes));
    }
}

}  // namespace tigris::kernels
