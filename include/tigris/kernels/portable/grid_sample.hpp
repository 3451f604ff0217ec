// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Images read at computed places, in plain C++.

#include <tigris/kernels/contract/backend.hpp>
#include <tigris/kernels/contract/key.hpp>
#include <tigris/kernels/walks/bilinear_place.hpp>
#include <tigris/kernels/walks/space_walk.hpp>
#include <tigris/ops/list.hpp>

namespace tigris::kernels {

template <class T>
struct grid_sample_layer {
    ops::space_extents in{};
    int32_t positions = 0;
    int32_t axes = 2;
    ops::sample_mode mode = ops::sample_mode::linear;
    ops::sample_padding padding = ops::sample_padding::zeros;
    bool align_corners = false;
};

constexpr plain_key<ops::grid_sample> key_of(const ops::grid_sample&, const operands&, rounding) {
    return {};
}

template <class T>
constexpr grid_sample_layer<T> layer_of(const ops::grid_sample& op, const operands& t,
                                        view<const constant>, rounding) {
    return {.in = ops::space_of(t.input(0).dims),
            .positions = ops::space_of(t.output().dims).positions(),
            .axes = t.input(0).dims.rank - 2,
            .mode = op.mode,
            .padding = op.padding,
            .align_corners = op.align_corners};
}

/// x brought into [low, high] as mirrors at both ends show it.
constexpr float reflected(float x, float low, float high) {
    const float range = high - low, beyond = x < low ? low - x : x - high;
    if (!(beyond > 0)) return x;
    const float turns = range > 0 ? beyond / range : 0;
    if (!(range > 0) || !(turns < 8388608)) return low;
    const int32_t whole = int32_t(turns);
    const float rest = beyond - float(whole) * range;
    return (x < low) == (whole % 2 == 0) ? low + rest : high - rest;
}

/// One axis of `extent` elements, whose borders are its first and last element, or their edges.
struct sampled_axis {
    int32_t extent = 1;
    ops::sample_padding padding = ops::sample_padding::zeros;
    bool align_corners = false;

    constexpr float low() const { return align_corners ? 0 : -0.5f; }
    constexpr float high() const { return float(extent - 1) - low(); }

    /// The coordinate in elements of one in [-1, 1], padded, and never far outside.
    constexpr float coordinate(float g, bool is_nearest) const {
        float x =
            align_corners ? (g + 1) / 2 * float(extent - 1) : ((g + 1) * float(extent) - 1) / 2;
        if (is_nearest) x = round_half_even(x);
        if (x < low() || x > high()) {
            if (padding == ops::sample_padding::border)
                x = between_bounds(x, 0, float(extent - 1));
            else if (padding == ops::sample_padding::reflection)
                x = reflected(x, low(), high());
        }
        return between_bounds(x, -4, float(extent) + 4);
    }

    /// The element that stands for number i, or -1.
    constexpr int32_t element(int32_t i) const {
        if (i >= 0 && i < extent) return i;
        if (padding == ops::sample_padding::zeros) return -1;
        const float inside = padding == ops::sample_padding::reflection
                                 ? reflected(float(i), low(), high())
                                 : float(i);
        return int32_t(between_bounds(inside, 0, float(extent - 1)));
    }
};

/// The elements of one axis that a place is made of.
struct axis_taps {
    int32_t count = 1;
    int32_t elements[4]{};
    float weights[4]{1, 0, 0, 0};
};

/// Source: Keys, with a = -3/4 as ONNX has it; `s` from the second element to the third.
constexpr void set_cubic_weights(float (&w)[4], float s) {
    constexpr float a = -0.75f;
    const auto near = [](float d) { return ((a + 2) * d - (a + 3)) * d * d + 1; };
    const auto far = [](float d) { return ((a * d - 5 * a) * d + 8 * a) * d - 4 * a; };
    w[0] = far(s + 1);
    w[1] = near(s);
    w[2] = near(1 - s);
    w[3] = far(2 - s);
}

constexpr axis_taps taps_of(const sampled_axis& axis, ops::sample_mode mode, float g) {
    axis_taps taps;
    const float x = axis.coordinate(g, mode == ops::sample_mode::nearest);
    int32_t first = floor_of(x);
    const float rest = x - float(first);
    if (mode == ops::sample_mode::linear) {
        taps = {2, {}, {1 - rest, rest, 0, 0}};
    } else if (mode == ops::sample_mode::cubic) {
        taps.count = 4;
        set_cubic_weights(taps.weights, rest);
        --first;
    }
    for (int32_t k = 0; k < taps.count; ++k) taps.elements[k] = axis.element(first + k);
    return taps;
}

/// The taps of all axes at one place of the grid; an axis that is missing has one element.
template <class T, class Grid>
constexpr void set_taps(const grid_sample_layer<T>& layer, Grid at,
                        axis_taps (&taps)[ops::space_axes]) {
    for (int axis = ops::space_axes - layer.axes; axis < ops::space_axes; ++axis)
        taps[axis] = taps_of({layer.in.space[axis], layer.padding, layer.align_corners}, layer.mode,
                             at[ops::space_axes - 1 - axis]);
}

/// The sample of one channel at a place; `x` is the channel's element of the image's first
/// position.
template <class X>
constexpr float sample(const axis_taps (&taps)[ops::space_axes], const ops::space_extents& in,
                       X x) {
    const int32_t counts[ops::space_axes]{taps[0].count, taps[1].count, taps[2].count};
    float sum = 0;
    space_place k;
    do {
        int32_t at[ops::space_axes]{};
        float weight = 1;
        bool exists = true;
        for (int axis = 0; axis < ops::space_axes; ++axis) {
            at[axis] = taps[axis].elements[k.at[axis]];
            weight *= taps[axis].weights[k.at[axis]];
            exists = exists && at[axis] >= 0;
        }
        if (exists) sum += weight * x[number_of(at, in.space) * in.channels];
    } while (k.advance(counts));
    return sum;
}

template <plain_key<ops::grid_sample>, class T, class X, class Grid>
[[gnu::noinline]] constexpr void whole(portable_tag, const grid_sample_layer<T>& layer, T* out, X x,
                                       Grid grid) {
    const ops::space_extents& in = layer.in;
    for (int32_t n = 0; n < in.images; ++n)
        for (int32_t i = 0; i < layer.positions; ++i, grid = grid + layer.axes) {
            axis_taps taps[ops::space_axes];
            set_taps(layer, grid, taps);
            for (int32_t c = 0; c < in.channels; ++c)
                *out++ = sample(taps, in, x + (n * in.positions() * in.channels + c));
        }
}

}  // namespace tigris::kernels
