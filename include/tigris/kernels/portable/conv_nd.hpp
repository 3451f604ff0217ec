// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Convolution of any form in plain C++: every tap of every position asks where it reads.

#include <tigris/kernels/arithmetic/result_codes.hpp>
#include <tigris/kernels/contract/backend.hpp>
#include <tigris/kernels/contract/key.hpp>
#include <tigris/kernels/walks/space_walk.hpp>
#include <tigris/ops/list.hpp>

namespace tigris::kernels {

template <class T>
struct conv_nd_layer {
    space_window window{};
    int32_t groups = 1;
    ops::clamp clamp{};
};

constexpr plain_key<ops::conv_nd> key_of(const ops::conv_nd&, const operands&, rounding) {
    return {};
}

template <class T>
constexpr conv_nd_layer<T> layer_of(const ops::conv_nd& op, const operands& t, view<const constant>,
                                    rounding) {
    const ops::space_extents kernel = ops::space_of(t.input(1).dims);
    return {.window = {.in = ops::space_of(t.input(0).dims),
                       .out = ops::space_of(t.output().dims),
                       .kernel = {kernel.space[0], kernel.space[1], kernel.space[2]},
                       .strides = op.strides,
                       .dilations = op.dilations,
                       .upsampling = op.upsampling,
                       .pads = op.pads},
            .groups = op.groups,
            .clamp = op.clamp};
}

/// sum + a * b; integers wrap.
constexpr float plus_product(float sum, float a, float b) { return sum + a * b; }
constexpr int32_t plus_product(int32_t sum, int32_t a, int32_t b) {
    return int32_t(uint32_t(sum) + uint32_t(a) * uint32_t(b));
}

constexpr float bounded(float x, const ops::clamp& c) { return clamped(x, c); }
constexpr int32_t bounded(int32_t x, const ops::clamp&) { return x; }

/// Adds what one tap of `taps` contributes to all outputs of a pixel. `x` is the pixel that it
/// reads, `w` its weights for output 0.
template <class T, class X, class W>
constexpr void add_tap(const conv_nd_layer<T>& layer, T* out, X x, W w, int32_t taps) {
    const int32_t channels = layer.window.in.channels / layer.groups;
    const int32_t outputs = layer.window.out.channels, of_group = outputs / layer.groups;
    for (int32_t o = 0; o < outputs; ++o, w = w + taps * channels) {
        const X pixel = x + o / of_group * channels;
        T sum = out[o];
        for (int32_t c = 0; c < channels; ++c) sum = plus_product(sum, pixel[c], w[c]);
        out[o] = sum;
    }
}

template <class T, class X, class W>
constexpr void add_taps(const conv_nd_layer<T>& layer, T* out, X image, W w, const space_place& y) {
    const space_window& window = layer.window;
    const int32_t channels = window.in.channels / layer.groups;
    space_place tap;
    do {
        const int32_t source = source_of(window, y, tap);
        if (source >= 0)
            add_tap(layer, out, image + source * window.in.channels,
                    w + number_of(tap.at, window.kernel) * channels, window.taps());
    } while (tap.advance(window.kernel));
}

template <plain_key<ops::conv_nd>, class T, class X, class W, class... Bias>
[[gnu::noinline]] constexpr void whole(portable_tag, const conv_nd_layer<T>& layer, T* out, X x,
                                       W w, Bias... bias) {
    const space_window& window = layer.window;
    const int32_t outputs = window.out.channels;
    for (int32_t n = 0; n < window.out.images; ++n) {
        const X image = x + n * window.in.positions() * window.in.channels;
        space_place y;
        do {
            for (int32_t o = 0; o < outputs; ++o) out[o] = (T(0) + ... + bias[o]);
            add_taps(layer, out, image, w, y);
            for (int32_t o = 0; o < outputs; ++o) out[o] = bounded(out[o], layer.clamp);
            out += outputs;
        } while (y.advance(window.out.space));
    }
}

}  // namespace tigris::kernels
