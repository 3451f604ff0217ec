// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The pixels of a row whose windows lie within the image.

#include <tigris/kernels/contract/window_key.hpp>

namespace tigris::kernels {

/// Pixels [first, behind).
struct pixel_range {
    int32_t first = 0;
    int32_t behind = 0;

    constexpr bool holds(int32_t x) const { return x >= first && x < behind; }
};

/// Pixels whose windows do not reach beyond the left or the right edge of the image.
template <window_key Window, class Layer>
constexpr pixel_range pixels_inside(const Layer& layer) {
    const int32_t room =
        layer.width_in - (Window.kernel_w - 1) * Window.dilation_w - 1 + layer.pad_left;
    const int32_t behind = room < 0 ? 0 : room / Window.stride_w + 1;
    return {(layer.pad_left + Window.stride_w - 1) / Window.stride_w,
            behind < layer.width_out ? behind : layer.width_out};
}

}  // namespace tigris::kernels
