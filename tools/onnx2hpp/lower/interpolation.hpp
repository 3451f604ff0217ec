// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Tables of what a Resize makes of an axis: which elements, with which weights.

#include <onnx2hpp/onnx/resize.hpp>
#include <tigris/ops/resampling.hpp>

#include <cstdint>
#include <vector>

namespace onnx2hpp {

/// Element k is the sum of weights[k * taps + i] times element first[k] + i of the axis, i < taps,
/// which all exist. first[k] is negative where the region that is resized lies outside.
struct axis_table {
    std::vector<std::int32_t> first;
    std::vector<float> weights;
    std::int64_t taps = 1;
};

/// How the library calls ONNX's coordinates and roundings. Requires that `r` does not crop.
tigris::ops::resize_coordinates coordinates_of(const resizing& r);
tigris::ops::nearest_rounding rounding_of(const resizing& r);

/// The scale of an axis of `extent` elements; 0 where it is the quotient of the extents.
float scale_of(const resizing& r, std::size_t axis, std::int64_t extent);

/// Which elements make each element of a resized axis of `extent` elements. Source: ONNX Resize-19
/// and its reference implementation; coordinates as ONNX Runtime computes them, in single
/// precision.
axis_table table_of(const resizing& r, std::size_t axis, std::int64_t extent);

}  // namespace onnx2hpp
