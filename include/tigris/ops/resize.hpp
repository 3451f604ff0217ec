// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Images of another size.

#include <tigris/ops/resampling.hpp>

namespace tigris::ops {

/// Input: images [n, rows, width, channels] or [n, rows, channels]. Output: the same with the rows
/// and the width of its tensor. `coordinates` and `nearest` are ONNX's
/// coordinate_transformation_mode and nearest_mode. `scale_h` and `scale_w` are ONNX's scales, if
/// the model gives scales. If it gives sizes, they are 0, which stands for (extent of the output) /
/// (extent of the input). Source: ONNX Resize, Upsample; modes nearest and linear.
struct resize {
    static constexpr const char* name = "resize";
    static constexpr const char* member_names = "function, coordinates, nearest, scale_h, scale_w";

    /// Resize kernels ask for the number of the first output row of a call.
    static constexpr bool uses_row_number = true;

    resize_function function = resize_function::nearest;
    resize_coordinates coordinates = resize_coordinates::half_pixel;
    nearest_rounding nearest = nearest_rounding::round_prefer_floor;
    float scale_h = 0;
    float scale_w = 0;
};

/// Whether TFLite Micro's RESIZE_BILINEAR of int8 can do this: one quantization, sizes instead of
/// scales, and coordinates that it supports.
constexpr bool is_tflite_resize(const resize& op, const operands& t) {
    const tensor &x = t.input(0), &y = t.output();
    const row_extents in = rows_of(x.dims), out = rows_of(y.dims);
    const auto is_ratio = [](float scale, int32_t from, int32_t to) {
        return !(scale > 0) || scale == float(to) / float(from);
    };
    const bool has_coordinates =
        op.coordinates == resize_coordinates::half_pixel ||
        op.coordinates == resize_coordinates::align_corners ||
        op.coordinates == resize_coordinates::asymmetric ||
        (op.coordinates == resize_coordinates::pytorch_half_pixel && out.rows > 1 && out.width > 1);
    return op.function == resize_function::linear && is_quantized(x) && x.type == dtype::i8 &&
           y.type == dtype::i8 && x.quant == y.quant && is_ratio(op.scale_h, in.rows, out.rows) &&
           is_ratio(op.scale_w, in.width, out.width) && has_coordinates;
}

constexpr resampling resampling_of_rows(const resize& op, const operands& t) {
    const int32_t in = rows_of(t.input(0).dims).rows, out = rows_of(t.output().dims).rows;
    return {in, out, op.scale_h, op.function, op.coordinates, op.nearest, is_tflite_resize(op, t)};
}

constexpr resampling resampling_of_columns(const resize& op, const operands& t) {
    const int32_t in = rows_of(t.input(0).dims).width, out = rows_of(t.output().dims).width;
    return {in, out, op.scale_w, op.function, op.coordinates, op.nearest, is_tflite_resize(op, t)};
}

/// The output has rank 0 if the extents of rows are too large for 32-bit row numbers.
constexpr description describe(const resize& op, const operands& t) {
    const shape input = t.input(0).dims;
    const resampling rows = resampling_of_rows(op, t);
    if (!has_row_numbers(rows)) return {};
    shape output = t.output().dims;
    output.extent[0] = input[0];
    output.extent[output.rank - 1] = input[input.rank - 1];
    return {.output = output, .reach = reach_of(rows)};
}

}  // namespace tigris::ops
