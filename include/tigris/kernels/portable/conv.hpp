// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// 2-D convolution in plain C++.

#include <tigris/kernels/contract/backend.hpp>
#include <tigris/kernels/contract/int4_layer.hpp>
#include <tigris/kernels/contract/key.hpp>
#include <tigris/kernels/contract/row_window.hpp>
#include <tigris/kernels/portable/convolution.hpp>
#include <tigris/kernels/walks/taps.hpp>
#include <tigris/ops/list.hpp>

namespace tigris::kernels {

template <class T>
struct conv_layer : convolution_layer<T> {};

struct conv_key {
    dtype in = dtype::f32;                           // elements of the input
    dtype out = dtype::f32;                          // elements of the output
    window_key window{};                             // extents and steps, in pixels; no padding
    finish_key finish{};                             // how sums of products become results
    weight_order weights = weight_order::canonical;  // order of the weights in flash
    bool compact = false;          // few bytes of machine code, even if they take more time
    int32_t groups = 1;            // groups of channels, each with weights of its own
    int32_t channels_in = 0;       // elements of an input pixel; 0: the layer says
    int32_t channels_out = 0;      // elements of an output pixel; 0: the layer says
    int32_t out_pixel_stride = 0;  // elements; 0: pixels of the output are dense

    friend constexpr bool operator==(const conv_key&, const conv_key&) = default;
};

/// Kernels that unpack weights make some channels of all pixels at a time, which lie apart.
constexpr conv_key key_of(const ops::conv& op, const operands& t, rounding rounds) {
    const int32_t channels_out = rows_of(t.output().dims).channels;
    return {.in = t.input(0).type,
            .out = t.output().type,
            .window = key_of(op.window),
            .finish = finish_key_of(t, rounds),
            .weights = t.input(1).order,
            .groups = op.groups,
            .channels_in = rows_of(t.input(0).dims).channels,
            .channels_out = channels_out,
            .out_pixel_stride = has_int4_weights<ops::conv>(t) ? channels_out : 0};
}

template <class T>
constexpr conv_layer<T> layer_of(const ops::conv& op, const operands& t,
                                 view<const constant> constants, rounding rounds) {
    return {convolution_layer_of<T>(op, t, constants, rounds)};
}

/// `count` padded elements, each worth `padding`.
template <class In, class Weights>
constexpr accumulator_t<In> dot_padding(accumulator_t<In> padding, Weights w, int32_t count) {
    if (is_same<In, float> || padding == 0) return 0;
    accumulator_t<In> sum = 0;
    for (int32_t i = 0; i < count; ++i) sum += w[i];
    return sum * padding;
}

/// The products of one row of the kernel, `channels` elements per tap. Its pixels begin at element
/// `first` of `row` (and exist only for the taps inside), `stride` elements apart. A null row is
/// padding.
template <conv_key G, class In, class Weights>
constexpr accumulator_t<In> dot_row(const In* row, int32_t first, int32_t stride, Weights w,
                                    int32_t channels, tap_range inside, accumulator_t<In> padding) {
    if (!row || inside.count() == 0)
        return dot_padding<In>(padding, w, G.window.kernel_w * channels);
    accumulator_t<In> sum = dot_padding<In>(padding, w, inside.first * channels);
    if (G.window.dilation_w == 1 && G.groups == 1) {
        const int32_t skipped = inside.first * channels;
        sum += dot(row + (first + skipped), w + skipped, inside.count() * channels);
    } else {
        for (int32_t k = inside.first; k < inside.last; ++k)
            sum += dot(row + (first + k * stride), w + k * channels, channels);
    }
    const int32_t behind = G.window.kernel_w - inside.last;
    return sum + dot_padding<In>(padding, w + inside.last * channels, behind * channels);
}

/// Makes all output channels of the pixel whose window begins at `column` of the rows `taps`.
template <conv_key G, class T, class Out>
[[gnu::always_inline]] constexpr void conv_pixel(const conv_layer<T>& layer,
                                                 const activation_t<T>* const* taps, int32_t column,
                                                 Out* out) {
    const int32_t pixel = known_or(G.channels_in, layer.channels_in);
    const int32_t channels = pixel / G.groups;
    const int32_t outputs = known_or(G.channels_out, layer.channels_out);
    const int32_t kernel_row = G.window.kernel_w * channels;
    const tap_range inside =
        taps_inside(column, layer.width_in, G.window.kernel_w, G.window.dilation_w);
    const auto weights = raw(layer.weights);
    for (int32_t o = 0; o < outputs; ++o) {
        const int32_t first =
            column * pixel + (G.groups == 1 ? 0 : o / (outputs / G.groups) * channels);
        accumulator_t<T> sum = 0;
        for (int32_t i = 0; i < G.window.kernel_h; ++i)
            sum += dot_row<G>(taps[i], first, G.window.dilation_w * pixel,
                              weights + (o * G.window.kernel_h + i) * kernel_row, channels, inside,
                              padding_of(layer.result));
        out[o] = finish<G.finish, Out>(layer.result, o, sum);
    }
}

template <conv_key G, class T, class Out>
[[gnu::noinline]] constexpr void rows(portable_tag, const conv_layer<T>& layer, Out* out,
                                      int32_t row_count, const row_window<activation_t<T>>& in) {
    const int32_t outputs = known_or(G.channels_out, layer.channels_out);
    const int32_t step = pixel_step(G.out_pixel_stride, outputs);
    for (int32_t y = 0; y < row_count; ++y) {
        const activation_t<T>* taps[G.window.kernel_h]{};
        for (int32_t i = 0; i < G.window.kernel_h; ++i)
            taps[i] = in(y * G.window.stride_h + i * G.window.dilation_h);
        for (int32_t x = 0; x < layer.width_out; ++x, out += step)
            conv_pixel<G>(layer, taps, x * G.window.stride_w - layer.pad_left, out);
    }
}

}  // namespace tigris::kernels
