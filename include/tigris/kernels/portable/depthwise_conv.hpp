// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Depthwise convolution in plain C++: blocks of neighboring channels at a time.

#include <tigris/kernels/contract/backend.hpp>
#include <tigris/kernels/contract/key.hpp>
#include <tigris/kernels/contract/row_window.hpp>
#include <tigris/kernels/portable/convolution.hpp>
#include <tigris/kernels/walks/taps.hpp>
#include <tigris/ops/list.hpp>

namespace tigris::kernels {

template <class T>
struct depthwise_conv_layer : convolution_layer<T> {};

struct depthwise_conv_key {
    dtype in = dtype::f32;                           // elements of the input
    dtype out = dtype::f32;                          // elements of the output
    window_key window{};                             // extents and steps, in pixels; no padding
    finish_key finish{};                             // how sums of products become results
    weight_order weights = weight_order::canonical;  // order of the weights in flash
    bool compact = false;  // few bytes of machine code, even if they take more time
    bool prepared =
        false;  // constants of one-row calls are prepared (execution/memory/prepared.hpp)
    int32_t channels_in = 0;           // elements of an input pixel; 0: the layer says
    int32_t channels_out = 0;          // elements of an output pixel; 0: the layer says
    int32_t out_pixel_stride = 0;      // elements; 0: pixels of the output are dense
    int8_t variant = unknown_variant;  // which loops serve the layer (contract/key.hpp)

    friend constexpr bool operator==(const depthwise_conv_key&,
                                     const depthwise_conv_key&) = default;
};

constexpr depthwise_conv_key key_of(const ops::depthwise_conv& op, const operands& t,
                                    rounding rounds) {
    return {.in = t.input(0).type,
            .out = t.output().type,
            .window = key_of(op.window),
            .finish = finish_key_of(t, rounds),
            .weights = t.input(1).order,
            .channels_in = rows_of(t.input(0).dims).channels,
            .channels_out = rows_of(t.output().dims).channels};
}

template <class T>
constexpr depthwise_conv_layer<T> layer_of(const ops::depthwise_conv& op, const operands& t,
                                           view<const constant> constants, rounding rounds) {
    return {convolution_layer_of<T>(op, t, constants, rounds)};
}

/// Output channels that are summed side by side.
inline constexpr int32_t depthwise_block = 16;

template <class Sum, class In, class Weights>
constexpr void multiply_add(Sum* sums, const In* x, Weights w, int32_t count) {
    for (int32_t j = 0; j < count; ++j) sums[j] += Sum(x[j]) * w[j];
}

template <class Sum, class Weights>
constexpr void multiply_add_padding(Sum* sums, Sum padding, Weights w, int32_t count) {
    for (int32_t j = 0; j < count; ++j) sums[j] += padding * w[j];
}

/// The inputs of output channels [first, first + count) of a pixel, each taken `multiple` times.
template <class In>
constexpr void spread(const In* pixel, int32_t first, int32_t multiple, In* spread_out,
                      int32_t count) {
    for (int32_t j = 0; j < count; ++j) spread_out[j] = pixel[(first + j) / multiple];
}

/// Adds one tap to the sums of output channels [first, first + count). A null pixel is padding.
template <class Sum, class In, class Weights>
constexpr void add_tap(Sum* sums, const In* pixel, Weights w, int32_t first, int32_t multiple,
                       int32_t count, Sum padding) {
    if (!pixel) {
        if (!is_same<In, float> && padding != 0) multiply_add_padding(sums, padding, w, count);
    } else if (multiple == 1) {
        if (count == depthwise_block)
            multiply_add(sums, pixel + first, w, depthwise_block);
        else
            multiply_add(sums, pixel + first, w, count);
    } else {
        In copies[depthwise_block]{};
        spread(pixel, first, multiple, copies, count);
        multiply_add(sums, copies, w, count);
    }
}

/// Output channels [first, first + count) of the pixel whose window begins at `column`.
template <depthwise_conv_key G, class T, class Out>
constexpr void depthwise_channels(const depthwise_conv_layer<T>& layer,
                                  const activation_t<T>* const* taps, int32_t column,
                                  tap_range inside, int32_t first, int32_t count, Out* out) {
    const int32_t channels = known_or(G.channels_in, layer.channels_in);
    const int32_t outputs = known_or(G.channels_out, layer.channels_out);
    const auto weights = raw(layer.weights) + first;
    using sum = sum_of_products_t<T, G.window.taps()>;
    sum sums[depthwise_block]{};
    const auto padding = sum(padding_of(layer.result));
    for (int32_t i = 0; i < G.window.kernel_h; ++i)
        for (int32_t k = 0; k < G.window.kernel_w; ++k) {
            const bool exists = taps[i] && k >= inside.first && k < inside.last;
            const activation_t<T>* pixel =
                exists ? taps[i] + (column + k * G.window.dilation_w) * channels : nullptr;
            add_tap(sums, pixel, weights + (i * G.window.kernel_w + k) * outputs, first,
                    outputs / channels, count, padding);
        }
    for (int32_t j = 0; j < count; ++j)
        out[j] = finish<G.finish, Out>(layer.result, first + j, sums[j]);
}

template <depthwise_conv_key G, class T, class Out>
constexpr void depthwise_pixel(const depthwise_conv_layer<T>& layer,
                               const activation_t<T>* const* taps, int32_t column, Out* out) {
    const int32_t outputs = known_or(G.channels_out, layer.channels_out);
    const tap_range inside =
        taps_inside(column, layer.width_in, G.window.kernel_w, G.window.dilation_w);
    for (int32_t first = 0; first < outputs; first += depthwise_block) {
        const int32_t rest = outputs - first;
        const int32_t count = rest < depthwise_block ? rest : depthwise_block;
        depthwise_channels<G>(layer, taps, column, inside, first, count, out + first);
    }
}

template <depthwise_conv_key G, class T, class Out>
[[gnu::noinline]] constexpr void rows(portable_tag, const depthwise_conv_layer<T>& layer, Out* out,
                                      int32_t row_count, const row_window<activation_t<T>>& in) {
    const int32_t outputs = known_or(G.channels_out, layer.channels_out);
    const int32_t step = pixel_step(G.out_pixel_stride, outputs);
    for (int32_t y = 0; y < row_count; ++y) {
        const activation_t<T>* taps[G.window.kernel_h]{};
        for (int32_t i = 0; i < G.window.kernel_h; ++i)
            taps[i] = in(y * G.window.stride_h + i * G.window.dilation_h);
        for (int32_t x = 0; x < layer.width_out; ++x, out += step)
            depthwise_pixel<G>(layer, taps, x * G.window.stride_w - layer.pad_left, out);
    }
}

}  // namespace tigris::kernels
