// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The key of a kernel instance: what its code is compiled for. Equal layers share one instance.

#include <tigris/model/graph.hpp>
#include <tigris/ops/window.hpp>

namespace tigris::kernels {

/// What a table of unary results is computed from; scales and parameters as bit patterns.
struct curve_key {
    uint32_t scale_in = 0;
    uint32_t scale_out = 0;
    int16_t zero_point_in = 0;
    int16_t zero_point_out = 0;
    uint32_t alpha = 0;
    uint32_t beta = 0;

    friend constexpr bool operator==(const curve_key&, const curve_key&) = default;
};

/// An axis that resize brings to another extent (ops::resampling, its scale as a bit pattern).
struct resampling_key {
    int32_t in = 0;
    int32_t out = 0;
    uint32_t scale = 0;
    uint8_t coordinates = 0;
    uint8_t nearest = 0;

    friend constexpr bool operator==(const resampling_key&, const resampling_key&) = default;
};

/// Fields that an operator does not have stay at their defaults. Channels of 0 are known only at
/// run time (optimize::size); everything else of a layer (extents, padding, quantization,
/// addresses) always is. `compact` (optimize::size) asks for few bytes where more bytes take less
/// time. `short_scales` says that every layer of the model has the scales that the
/// backend rescales fastest by (has_short_scales), so that code for others is not needed.
/// `prepared`: calls make one row, and what they would else make of constants each time lies in
/// flash (execution/prepared.hpp). Not `quantized`: integers are numbers, and no real number's
/// codes. `function` tells variants of one operator apart; what its values mean stands in
/// geometry_of. `scale_bits` is the bit pattern of the scale that a kernel's tables are computed
/// from; `curve`, `resampled_rows` and `resampled_columns` say what the tables of unary and resize
/// are computed from. Three fields are the planner's decisions: `out_pixel_stride`, elements from
/// one pixel of the output to the next where the output is a slice of wider pixels (0: dense);
/// `in_slices`, bit k says that input k of a concat already lies in its slice of the output;
/// `pieces`, in how many rows the vector of a gemm arrives (0: it comes whole).
struct geometry {
    uint8_t kind = 0;
    uint8_t function = 0;
    dtype in = dtype::f32;
    dtype in2 = dtype::f32;
    dtype out = dtype::f32;
    rounding rounds = rounding::nearest;
    bool quantized = false;
    bool per_channel = false;
    bool compact = false;
    bool short_scales = false;
    bool prepared = false;
    int16_t kernel_h = 1;
    int16_t kernel_w = 1;
    int16_t stride_h = 1;
    int16_t stride_w = 1;
    int16_t dilation_h = 1;
    int16_t dilation_w = 1;
    int32_t groups = 1;
    int32_t channels_in = 0;
    int32_t channels_out = 0;
    weight_order weights = weight_order::canonical;
    uint32_t scale_bits = 0;
    uint16_t broadcast = 0;
    int32_t out_pixel_stride = 0;
    uint32_t in_slices = 0;
    int32_t pieces = 0;
    curve_key curve{};
    resampling_key resampled_rows{};
    resampling_key resampled_columns{};

    friend constexpr bool operator==(const geometry&, const geometry&) = default;
};

/// The fields that every operator has. Rounding is not a question where nothing is quantized.
constexpr geometry geometry_of(uint8_t kind, const operands& t, rounding rounds) {
    const bool quantized = is_quantized(t.input(0)) || is_quantized(t.output());
    return {.kind = kind,
            .in = t.input(0).type,
            .out = t.output().type,
            .rounds = quantized ? rounds : rounding::nearest,
            .quantized = quantized};
}

constexpr geometry with_window(geometry g, const ops::window& w) {
    g.kernel_h = w.kernel_h;
    g.kernel_w = w.kernel_w;
    g.stride_h = w.stride_h;
    g.stride_w = w.stride_w;
    g.dilation_h = w.dilation_h;
    g.dilation_w = w.dilation_w;
    return g;
}

constexpr ops::window window_of(const geometry& g) {
    return {.kernel_h = g.kernel_h,
            .kernel_w = g.kernel_w,
            .stride_h = g.stride_h,
            .stride_w = g.stride_w,
            .dilation_h = g.dilation_h,
            .dilation_w = g.dilation_w};
}

/// The same key for any number of channels, so that one instance serves more layers.
constexpr geometry traits_of(geometry g) {
    g.channels_in = g.channels_out = 0;
    return g;
}

/// Elements from one pixel of the output to the next.
constexpr int32_t pixel_step(const geometry& g, int32_t channels) {
    return g.out_pixel_stride ? g.out_pixel_stride : channels;
}

/// Elements from one row of the output to the next.
constexpr int32_t row_step(const geometry& g, int32_t width, int32_t row_elements) {
    return g.out_pixel_stride ? width * g.out_pixel_stride : row_elements;
}

/// What the key says, or the layer's value where it leaves the question open.
constexpr int32_t known_or(int32_t key, int32_t layer) { return key ? key : layer; }

}  // namespace tigris::kernels
