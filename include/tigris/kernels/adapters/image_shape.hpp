// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Shapes of libraries' calls, from which the formulas of their working memory follow.

#include <stdint.h>
#include <tigris/ops/window.hpp>

namespace tigris::kernels {

/// A convolution of an image as a library is called for it; padding is what its parameters hold.
struct image_shape {
    ops::window window{};
    int32_t width_in = 0;
    int32_t height_in = 0;
    int32_t channels_in = 0;
    int32_t width_out = 0;
    int32_t height_out = 0;
    int32_t channels_out = 0;
    int32_t groups = 1;

    constexpr int32_t pixels() const { return width_in * height_in; }
    constexpr int32_t taps() const { return window.kernel_h * window.kernel_w; }
};

constexpr int32_t larger_of(int32_t a, int32_t b) { return a > b ? a : b; }
constexpr int32_t rounded_up(int32_t n, int32_t unit) { return (n + unit - 1) / unit * unit; }

}  // namespace tigris::kernels
