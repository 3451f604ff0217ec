// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Which taps of a sliding window lie inside the image.

#include <stdint.h>

namespace tigris::kernels {

/// Taps [first, last) of a row of the kernel. The other taps are padding.
struct tap_range {
    int32_t first = 0;
    int32_t last = 0;

    constexpr int32_t count() const { return last - first; }
};

/// Taps k, 0 <= k < kernel, whose column `column + k * dilation` is in [0, width).
constexpr tap_range taps_inside(int32_t column, int32_t width, int32_t kernel, int32_t dilation) {
    if (column >= 0 && column + (kernel - 1) * dilation < width) return {0, kernel};
    const int32_t first = column < 0 ? (dilation - 1 - column) / dilation : 0;
    const int32_t behind = width > column ? (width - column + dilation - 1) / dilation : 0;
    const int32_t last = behind < kernel ? behind : kernel;
    return {first < last ? first : last, last};
}

}  // namespace tigris::kernels
