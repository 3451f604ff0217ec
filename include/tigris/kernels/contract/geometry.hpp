// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The key of operators that have none of their own yet.

#include <tigris/kernels/contract/key.hpp>
#include <tigris/ops/window.hpp>

namespace tigris::kernels {

/// What a table of unary results is computed from.
struct curve_key {
    uint32_t scale_in = 0;       // float32 bits
    uint32_t scale_out = 0;      // float32 bits
    int16_t zero_point_in = 0;   // a code
    int16_t zero_point_out = 0;  // a code
    uint32_t alpha = 0;          // float32 bits of the function's first parameter
    uint32_t beta = 0;           // float32 bits of its second

    friend constexpr bool operator==(const curve_key&, const curve_key&) = default;
};

/// An axis that resize brings to another extent (ops::resampling).
struct resampling_key {
    int32_t in = 0;           // elements
    int32_t out = 0;          // elements
    uint32_t scale = 0;       // float32 bits
    uint8_t coordinates = 0;  // ops::resize_coordinates
    uint8_t nearest = 0;      // ops::nearest_rounding, where the nearest element is taken

    friend constexpr bool operator==(const resampling_key&, const resampling_key&) = default;
};

/// Fields that an operator does not have stay at their defaults. What a layer has beside them
/// (extents, padding, quantization, addresses) is known at run time only. Three fields are the
/// planner's decisions: `out_pixel_stride`, `in_slices` and `vector_rows`.
struct geometry {
    uint8_t kind = 0;                     // the operator's place in ops::list
    uint8_t function = 0;                 // which variant; the operator's geometry_of says more
    dtype in = dtype::f32;                // of the first input
    dtype in2 = dtype::f32;               // of the second, where it may differ
    dtype out = dtype::f32;               // of the output
    rounding rounds = rounding::nearest;  // of rescaled integers; nearest without quantization
    bool quantized = false;               // integers are codes of real numbers, not numbers
    bool per_channel = false;             // one scale for each output channel
    bool compact = false;                 // few bytes even where more bytes take less time
    bool short_scales = false;            // all layers have those of has_short_scales
    bool prepared = false;                // of calls for one row: execution/prepared.hpp
    int16_t kernel_h = 1;                 // rows of a window
    int16_t kernel_w = 1;                 // columns of a window
    int16_t stride_h = 1;                 // input rows from one window to the next
    int16_t stride_w = 1;                 // input columns from one window to the next
    int16_t dilation_h = 1;               // input rows from one tap to the next
    int16_t dilation_w = 1;               // input columns from one tap to the next
    int32_t groups = 1;                   // of channels; some operators keep bits of theirs here
    int32_t channels_in = 0;              // elements of a pixel; 0: the layer says
    int32_t channels_out = 0;             // elements of a pixel; 0: the layer says
    weight_order weights = weight_order::canonical;  // how they lie
    uint32_t scale_bits = 0;             // float32 bits of the scale that tables are made from
    uint16_t broadcast = 0;              // three bits for each operand: walks/broadcast_rows.hpp
    int32_t out_pixel_stride = 0;        // elements; 0: pixels of the output are dense
    uint32_t in_slices = 0;              // bit k: input k of a concat lies in the output already
    int32_t vector_rows = 0;             // rows that a gemm's vector arrives in; 0: it is whole
    curve_key curve{};                   // of unary's tables
    resampling_key resampled_rows{};     // of resize's tables
    resampling_key resampled_columns{};  // of resize's tables

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

}  // namespace tigris::kernels
