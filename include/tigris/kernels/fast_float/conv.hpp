// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// 2-D convolution and fully connected layers of floats, of which a backend multiplies windows:
//   Product::multiply(layer, spans, pixels, apart, out, step)

#include <tigris/kernels/fast_float/shape.hpp>
#include <tigris/kernels/fast_float/tap_spans.hpp>
#include <tigris/kernels/portable/conv.hpp>
#include <tigris/kernels/portable/gemm.hpp>
#include <tigris/kernels/walks/pixels_inside.hpp>
#include <tigris/kernels/walks/rows_in_place.hpp>

namespace tigris::kernels::fast_float_kernels {

/// Weights by fours of outputs, `panel_bytes` from one four to the next, and what becomes of sums.
struct float_layer {
    const int8_t* weights;
    int32_t panel_bytes;
    int32_t outputs;
    const epilogue<float>& result;
};

/// Neighboring windows, whose spans lie `apart` floats behind each other; a result is `step` floats
/// long.
struct window_span {
    const tap_span* spans;
    int32_t count;
    int32_t pixels;
    int32_t apart;
    float* out;
    int32_t step;
};

/// A row of the output: pixels at edges one by one, those between them together.
template <class Product, conv_key G>
[[gnu::noinline]] inline void convolve_row(const conv_layer<float>& layer,
                                           const float_layer& floats, float* out, int32_t step,
                                           const row_window<float>& in, int32_t top) {
    constexpr bool by_tap = G.window.dilation_w != 1;
    const int32_t channels = known_or(G.channels_in, layer.channels_in);
    const pixel_range inside = pixels_inside<G.window>(layer);
    tap_spans<most_spans(G.window)> spans;
    for (int32_t x = 0; x < layer.width_out;) {
        const int32_t pixels = inside.holds(x) ? inside.behind - x : 1;
        const int32_t column = x * G.window.stride_w - layer.pad_left;
        const tap_range taps =
            taps_inside(column, layer.width_in, G.window.kernel_w, G.window.dilation_w);
        find_spans<G.window, by_tap>(spans, in, top, column, taps, channels, 16 * channels);
        Product::multiply(floats, {spans.at, by_tap ? channels : taps.count() * channels, pixels,
                                   G.window.stride_w * channels, out, step});
        x += pixels;
        out += pixels * step;
    }
}

template <class Product, conv_key G>
inline void convolve(const conv_layer<float>& layer, float* out, int32_t row_count,
                     const row_window<float>& in) {
    const int32_t channels = known_or(G.channels_in, layer.channels_in);
    const int32_t outputs = known_or(G.channels_out, layer.channels_out);
    const int32_t step = pixel_step(G.out_pixel_stride, outputs);
    const float_layer floats{layer.weights.bytes, 16 * G.window.taps() * channels, outputs,
                             layer.result};
    const bool are_pixels = G.window.taps() == 1 && G.window.stride_w == 1 &&
                            is_without_padding<G.window>(layer, in, row_count);
    for (int32_t y = 0; y < row_count;) {
        int32_t rows = 1;
        if (are_pixels) {
            rows = rows_in_span<G.window>(layer, in, y, row_count);
            const float* x = in(y * G.window.stride_h) - layer.pad_left * channels;
            const tap_span spans[]{{x, 0}, {nullptr, 0}};
            Product::multiply(floats,
                              {spans, channels, rows * layer.width_out, channels, out, step});
        } else {
            convolve_row<Product, G>(layer, floats, out, step, in, y * G.window.stride_h);
        }
        y += rows;
        out += rows * layer.width_out * step;
    }
}

template <class Product, gemm_key G>
inline void multiply_vectors(const gemm_layer<float>& layer, float* out, int32_t row_count,
                             const row_window<float>& in) {
    const int32_t channels = known_or(G.channels_in, layer.channels_in);
    const int32_t outputs = known_or(G.channels_out, layer.channels_out);
    const float_layer floats{layer.weights.bytes, 16 * channels, outputs, layer.result};
    for (int32_t y = 0; y < row_count; ++y, out += layer.vectors * outputs) {
        const tap_span spans[]{{in(y), 0}, {nullptr, 0}};
        Product::multiply(floats, {spans, channels, layer.vectors, channels, out, outputs});
    }
}

/// Adds the products of some rows of a vector to its sums, in the order in which rows come.
template <class Product, gemm_key G>
inline void add_vector_rows(const gemm_layer<float>& layer, float* sums,
                            const row_window<float>& in, int32_t first_row, int32_t row_count) {
    const int32_t channels = known_or(G.channels_in, layer.channels_in);
    const int32_t outputs = known_or(G.channels_out, layer.channels_out);
    const int32_t row_elements = channels / (G.vector_rows ? G.vector_rows : 1);
    const float_layer floats{layer.weights.bytes, 16 * channels, outputs, layer.result};
    for (int32_t y = 0; y < row_count; ++y) {
        const tap_span spans[]{{in(y), 16 * (first_row + y) * row_elements}, {nullptr, 0}};
        Product::add(floats, {spans, row_elements, 1, 0, sums, outputs});
    }
}

}  // namespace tigris::kernels::fast_float_kernels
