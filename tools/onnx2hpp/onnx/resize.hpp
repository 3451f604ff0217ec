// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What a Resize or an Upsample of any version does, with every default resolved.

#include <onnx2hpp/onnx_model.hpp>

#include <string>
#include <vector>

namespace onnx2hpp {

/// What a Resize does. Lists have an element for each axis. An axis whose scale is 1 stays as it
/// is.
struct resizing {
    std::string mode;           // nearest, linear or cubic, as ONNX writes it
    std::string coordinates;    // ONNX's coordinate_transformation_mode
    std::string rounds;         // ONNX's nearest_mode
    std::vector<float> scales;  // scale of each axis
    extents output;             // extents of the output
    /// Start of the resized part of each axis (tf_crop_and_resize); 0: all.
    std::vector<float> begin{};
    std::vector<float> end{};      // end of the resized part of each axis; 1: all
    float outside = 0;             // number that is read beyond an axis
    float cubic_a = -0.75f;        // ONNX's cubic_coeff_a
    bool exclude_outside = false;  // elements beyond an axis have no weight
    bool antialias = false;        // ONNX's antialias
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
