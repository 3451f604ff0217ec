// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A border of one value around a tensor, in plain C++.

#include <tigris/kernels/backend.hpp>
#include <tigris/kernels/geometry.hpp>
#include <tigris/kernels/odometer.hpp>
#include <tigris/ops/clamp.hpp>
#include <tigris/ops/list.hpp>

namespace tigris::kernels {

template <class T>
struct pad_layer {
    int32_t extents[max_rank]{};
    int32_t before[max_rank]{};
    int32_t extents_out[max_rank]{};
    int32_t axes = 0;
    T value{};
};

constexpr geometry geometry_of(const ops::pad&, const operands& t, rounding rounds) {
    return geometry_of(ops::kind_of<ops::pad>, t, rounds);
}

/// The border as it is stored.
template <class T>
constexpr T border_of(float value, const tensor& t) {
    if (is_quantized(t)) return T(ops::quantize(value, t.quant, t.type));
    return T(value);
}

/// An axis without a border becomes one with the axis before it.
template <class T>
constexpr pad_layer<T> layer_of(const ops::pad& op, const operands& t, view<const constant>,
                                rounding) {
    const shape input = t.input(0).dims, output = t.output().dims;
    pad_layer<T> layer{.value = border_of<T>(op.value, t.output())};
    for (int axis = 0; axis < input.rank; ++axis) {
        const bool joins = layer.axes > 0 && op.before[axis] == 0 && op.after[axis] == 0;
        const int32_t place = joins ? layer.axes - 1 : layer.axes++;
        const int32_t width = joins ? input[axis] : 1;
        layer.extents[place] = joins ? layer.extents[place] * width : input[axis];
        layer.before[place] = joins ? layer.before[place] * width : op.before[axis];
        layer.extents_out[place] = joins ? layer.extents_out[place] * width : output[axis];
    }
    return layer;
}

/// Where the run of input elements at `place` begins in the output, or -1 if it is cut off.
template <class T>
constexpr int32_t run_in_output(const pad_layer<T>& layer, const odometer& place) {
    int32_t offset = 0;
    for (int axis = 0; axis < layer.axes - 1; ++axis) {
        const int32_t at = place.at[axis] + layer.before[axis];
        if (at < 0 || at >= layer.extents_out[axis]) return -1;
        offset = (offset + at) * layer.extents_out[axis + 1];
    }
    return offset;
}

/// Borders may be negative: they cut elements off.
template <geometry G, class T>
[[gnu::noinline]] constexpr void whole(portable_tag, const pad_layer<T>& layer, T* out,
                                       const T* in) {
    int32_t total = 1;
    for (int axis = 0; axis < layer.axes; ++axis) total *= layer.extents_out[axis];
    for (int32_t i = 0; i < total; ++i) out[i] = layer.value;
    const int inner = layer.axes - 1;
    if (inner < 0) {
        *out = *in;
        return;
    }
    const int32_t before = layer.before[inner], room = layer.extents_out[inner] - before;
    const int32_t first = before < 0 ? -before : 0;
    const int32_t last = layer.extents[inner] < room ? layer.extents[inner] : room;
    odometer place;
    do {
        const int32_t offset = run_in_output(layer, place);
        for (int32_t i = first; offset >= 0 && i < last; ++i) out[offset + before + i] = in[i];
        in += layer.extents[inner];
    } while (place.advance(layer.extents, inner));
}

}  // namespace tigris::kernels
