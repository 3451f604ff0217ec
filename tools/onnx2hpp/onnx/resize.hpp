// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What a Resize or an Upsample of any version does, with every default resolved.

#include <onnx2hpp/onnx_model.hpp>

#include <string>
#include <vector>

namespace onnx2hpp {

/// Texts are ONNX's: `mode` nearest, linear or cubic; `coordinates` a
/// coordinate_transformation_mode; `rounds` a nearest_mode. An axis whose scale is 1 stays as it
/// is, and `output` has all axes. `begin` and `end` are the part of each axis that is resized (0
/// and 1: all), of tf_crop_and_resize; what it reads beyond the axis is `outside`.
struct resizing {
    std::string mode;
    std::string coordinates;
    std::string rounds;
    std::vector<float> scales;
    extents output;
    std::vector<float> begin{};
    std::vector<float> end{};
    float outside = 0;
    float cubic_a = -0.75f;
    bool exclude_outside = false;
    bool antialias = false;
};

/// Throws failure(bad_input) where scales, sizes or axes break ONNX's rules, failure(unsupported)
/// where they are computed at run time. Source: ONNX Upsample-7, Upsample-9, Resize-10 to
/// Resize-19; where version 10 says nothing, as ONNX Runtime: coordinates are asymmetric, and
/// rounded down where an axis grows, up where it shrinks.
resizing resizing_of(const onnx_model& m, const node& n);

/// Whether an axis does not stay as it is.
bool changes_axis(const resizing& r, std::size_t axis);

/// Whether rows and columns of images or signals are resized, by sums of no more than two neighbors
/// along each: what the canonical operator resize does.
bool resizes_by_rows(const resizing& r);

/// Whether a Resize or an Upsample only copies elements.
bool resizes_by_copying(const node& n);

}  // namespace onnx2hpp
