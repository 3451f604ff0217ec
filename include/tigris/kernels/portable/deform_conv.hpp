// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Deformable convolution in plain C++.

#include <tigris/kernels/contract/backend.hpp>
#include <tigris/kernels/contract/key.hpp>
#include <tigris/kernels/walks/bilinear_place.hpp>
#include <tigris/ops/list.hpp>

namespace tigris::kernels {

template <class T>
struct deform_conv_layer {
    ops::window window{};
    row_extents in{};
    row_extents out{};
    int32_t groups = 1;
    int32_t offset_groups = 1;
};

struct deform_conv_key {
    bool has_bias = false;  // a number for each output channel is added
    bool has_mask = false;  // a factor for each tap

    friend constexpr bool operator==(const deform_conv_key&, const deform_conv_key&) = default;
};

constexpr deform_conv_key key_of(const ops::deform_conv& op, const operands&, rounding) {
    return {.has_bias = op.has_bias, .has_mask = op.has_mask};
}

template <class T>
constexpr deform_conv_layer<T> layer_of(const ops::deform_conv& op, const operands& t,
                                        view<const constant>, rounding) {
    return {.window = op.window,
            .in = rows_of(t.input(0).dims),
            .out = rows_of(t.output().dims),
            .groups = op.groups,
            .offset_groups = op.offset_groups};
}

/// Corners outside of the image add nothing.
constexpr bilinear_place place_among(const row_extents& in, float y, float x) {
    bilinear_place result;
    if (!(y > -1 && x > -1 && y < float(in.rows) && x < float(in.width))) return result;
    const int32_t top = floor_of(y), left = floor_of(x);
    const float down = y - float(top), right = x - float(left);
    for (int k = 0; k < 4; ++k) {
        const int32_t row = top + k / 2, column = left + k % 2;
        if (row < 0 || row >= in.rows || column < 0 || column >= in.width) continue;
        result.pixels[k] = row * in.width + column;
        result.weights[k] = (k / 2 ? down : 1 - down) * (k % 2 ? right : 1 - right);
    }
    return result;
}

/// One tap of one group of offsets: where it reads, and what it counts.
struct deformed_tap {
    bilinear_place place{};
    float factor = 1;
    int32_t number = 0;
    int32_t first_channel = 0;
    int32_t last_channel = 0;
};

/// Adds a tap's part to all outputs of a pixel.
template <class X, class W>
constexpr void add_deformed_tap(const deform_conv_layer<float>& layer, const deformed_tap& tap,
                                float* out, X image, W weights) {
    const int32_t of_group = layer.in.channels / layer.groups;
    const int32_t outputs = layer.out.channels / layer.groups;
    const int32_t taps = layer.window.kernel_h * layer.window.kernel_w;
    for (int32_t c = tap.first_channel; c < tap.last_channel; ++c) {
        const float x = tap.factor * tap.place.of(image + c, layer.in.channels);
        const int32_t first = c / of_group * outputs;
        for (int32_t o = first; o < first + outputs; ++o)
            out[o] += x * weights[(o * taps + tap.number) * of_group + c % of_group];
    }
}

/// Output pixel (y, x) of an image, whose offsets and factors (or none) begin there.
template <class X, class W, class Offsets, class... Mask>
constexpr void deformed_pixel(const deform_conv_layer<float>& layer, int32_t y, int32_t x,
                              float* out, X image, W weights, Offsets offsets, Mask... mask) {
    const ops::window& w = layer.window;
    const int32_t taps = w.kernel_h * w.kernel_w, plane = layer.out.rows * layer.out.width;
    const int32_t position = y * layer.out.width + x;
    const int32_t of_group = layer.in.channels / layer.offset_groups;
    for (int32_t g = 0; g < layer.offset_groups; ++g)
        for (int32_t k = 0; k < taps; ++k) {
            const int32_t at = g * taps + k;
            const float row = float(y * w.stride_h - w.pad_top + k / w.kernel_w * w.dilation_h) +
                              offsets[2 * at * plane + position];
            const float column =
                float(x * w.stride_w - w.pad_left + k % w.kernel_w * w.dilation_w) +
                offsets[(2 * at + 1) * plane + position];
            const float factor = (1.0f * ... * mask[at * plane + position]);
            const deformed_tap tap{place_among(layer.in, row, column), factor, k, g * of_group,
                                   (g + 1) * of_group};
            add_deformed_tap(layer, tap, out, image, weights);
        }
}

template <class X, class W, class Offsets, class... Mask>
constexpr void deformed_images(const deform_conv_layer<float>& layer, float* out, X x, W weights,
                               Offsets offsets, Mask... mask) {
    const int32_t plane = layer.out.rows * layer.out.width;
    const int32_t taps = layer.offset_groups * layer.window.kernel_h * layer.window.kernel_w;
    for (int32_t n = 0; n < layer.out.images; ++n)
        for (int32_t i = 0; i < plane; ++i, out += layer.out.channels)
            deformed_pixel(layer, i / layer.out.width, i % layer.out.width, out,
                           x + n * layer.in.rows * layer.in.row_elements(), weights,
                           offsets + n * 2 * taps * plane, (mask + n * taps * plane)...);
}

template <deform_conv_key G, class X, class W, class Offsets, class... Rest>
[[gnu::noinline]] constexpr void whole(portable_tag, const deform_conv_layer<float>& layer,
                                       float* out, X x, W weights, Offsets offsets, Rest... rest) {
    const int32_t count = layer.out.images * layer.out.rows * layer.out.width;
    const auto start = [&](auto... bias) {
        for (int32_t i = 0; i < count; ++i)
            for (int32_t o = 0; o < layer.out.channels; ++o)
                out[i * layer.out.channels + o] = (0.0f + ... + bias[o]);
    };
    if constexpr (G.has_bias && G.has_mask) {
        const auto both = [&](auto bias, auto mask) {
            start(bias);
            deformed_images(layer, out, x, weights, offsets, mask);
        };
        both(rest...);
    } else if constexpr (G.has_mask) {
        start();
        deformed_images(layer, out, x, weights, offsets, rest...);
    } else {
        start(rest...);
        deformed_images(layer, out, x, weights, offsets);
    }
}

}  // namespace tigris::kernels
