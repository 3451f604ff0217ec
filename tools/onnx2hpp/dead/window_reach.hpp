// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Which taps of a window meet the image, and which its border.

#include <tigris/model/shape.hpp>
#include <tigris/ops/window.hpp>

namespace onnx2hpp {

/// Whether there are places where it lies in the image, and where it lies outside.
struct tap_reach {
    bool inside = false;
    bool outside = false;
};

/// A window's sizes and extents along rows or along columns.
struct window_axis {
    int kernel = 1;
    int stride = 1;
    int dilation = 1;
    int pad = 0;
    int extent = 1;     // of the input
    int positions = 1;  // of the output

    tap_reach reach(int tap) const;
    /// The least number of taps inside, over all positions.
    int fewest_inside() const;
};

window_axis rows_axis(const tigris::ops::window& w, const tigris::shape& input,
                      const tigris::shape& output);
window_axis columns_axis(const tigris::ops::window& w, const tigris::shape& input,
                         const tigris::shape& output);

}  // namespace onnx2hpp
