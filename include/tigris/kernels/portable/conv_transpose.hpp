// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Transposed convolution in plain C++, row by row: each output gathers the taps that reach it.

#include <tigris/kernels/contract/backend.hpp>
#include <tigris/kernels/contract/key.hpp>
#include <tigris/kernels/contract/row_window.hpp>
#include <tigris/kernels/portable/convolution.hpp>
#include <tigris/ops/list.hpp>

namespace tigris::kernels {

/// `reach_pad` is the pad of the reach in rows (ops/conv_transpose.hpp).
template <class T>
struct conv_transpose_layer : convolution_layer<T> {
    int32_t pad_top = 0;
    int32_t reach_pad = 0;
};

struct conv_transpose_key {
    window_key window{};           // extents and steps, in pixels; no padding
    finish_key finish{};           // how sums of products become results
    int32_t groups = 1;            // groups of channels, each with weights of its own
    int32_t channels_in = 0;       // elements of an input pixel; 0: the layer says
    int32_t channels_out = 0;      // elements of an output pixel; 0: the layer says
    int32_t out_pixel_stride = 0;  // elements; 0: pixels of the output are dense

    friend constexpr bool operator==(const conv_transpose_key&,
                                     const conv_transpose_key&) = default;
};

constexpr conv_transpose_key key_of(const ops::conv_transpose& op, const operands& t,
                                    rounding rounds) {
    return {.window = key_of(op.window),
            .finish = finish_key_of(t, rounds),
            .groups = op.groups,
            .channels_in = rows_of(t.input(0).dims).channels,
            .channels_out = rows_of(t.output().dims).channels};
}

template <class T>
constexpr conv_transpose_layer<T> layer_of(const ops::conv_transpose& op, const operands& t,
                                           view<const constant> constants, rounding rounds) {
    return {convolution_layer_of<T>(op, t, constants, rounds), op.window.pad_top,
            describe(op, t).reach.pad};
}

/// The position that output position `y` reads with a tap, or -1.
constexpr int32_t transposed_source(int32_t y, int32_t pad, int32_t tap, int32_t stride,
                                    int32_t dilation, int32_t extent) {
    const int32_t fine = y + pad - tap * dilation;
    if (fine < 0 || fine % stride != 0 || fine / stride >= extent) return -1;
    return fine / stride;
}

/// The sum for output channel `o` of column x. `rows[i]` is the row that row i of the kernel reads,
/// null where there is none. Codes are counted from the zero point: what is not reached adds
/// nothing.
template <conv_transpose_key G, class T, class Weights>
constexpr accumulator_t<T> transposed_sum(const conv_transpose_layer<T>& layer,
                                          const activation_t<T>* const* rows, int32_t x, Weights w,
                                          int32_t first, int32_t channels) {
    const int32_t pixel = known_or(G.channels_in, layer.channels_in);
    const accumulator_t<T> zero = padding_of(layer.result);
    accumulator_t<T> sum = 0;
    for (int32_t i = 0; i < G.window.kernel_h; ++i)
        for (int32_t k = 0; k < G.window.kernel_w; ++k, w = w + channels) {
            const int32_t column = transposed_source(x, layer.pad_left, k, G.window.stride_w,
                                                     G.window.dilation_w, layer.width_in);
            if (rows[i] && column >= 0)
                sum += dot(rows[i] + (column * pixel + first), w, channels);
            else if (!is_same<activation_t<T>, float> && zero != 0)
                for (int32_t c = 0; c < channels; ++c) sum += w[c] * zero;
        }
    return sum;
}

template <conv_transpose_key G, class T, class Out>
constexpr void transposed_pixel(const conv_transpose_layer<T>& layer,
                                const activation_t<T>* const* rows, int32_t x, Out* out) {
    const int32_t channels = known_or(G.channels_in, layer.channels_in) / G.groups;
    const int32_t outputs = known_or(G.channels_out, layer.channels_out);
    const int32_t taps = G.window.taps();
    const auto weights = raw(layer.weights);
    for (int32_t o = 0; o < outputs; ++o) {
        const int32_t first = G.groups == 1 ? 0 : o / (outputs / G.groups) * channels;
        const accumulator_t<T> sum =
            transposed_sum<G>(layer, rows, x, weights + o * taps * channels, first, channels);
        out[o] = finish<G.finish, Out>(layer.result, o, sum);
    }
}

template <conv_transpose_key G, class T, class Out>
[[gnu::noinline]] constexpr void numbered_rows(portable_tag, const conv_transpose_layer<T>& layer,
                                               Out* out, int32_t first_row, int32_t row_count,
                                               const row_window<activation_t<T>>& in) {
    const int32_t top = floor_divide(first_row - layer.reach_pad, G.window.stride_h);
    const int32_t step =
        pixel_step(G.out_pixel_stride, known_or(G.channels_out, layer.channels_out));
    for (int32_t y = first_row; y < first_row + row_count; ++y) {
        const activation_t<T>* sources[G.window.kernel_h]{};
        for (int32_t i = 0; i < G.window.kernel_h; ++i) {
            const int32_t row = transposed_source(y, layer.pad_top, i, G.window.stride_h,
                                                  G.window.dilation_h, INT32_MAX);
            sources[i] = row < 0 ? nullptr : in(row - top);
        }
        for (int32_t x = 0; x < layer.width_out; ++x, out += step)
            transposed_pixel<G>(layer, sources, x, out);
    }
}

}  // namespace tigris::kernels
