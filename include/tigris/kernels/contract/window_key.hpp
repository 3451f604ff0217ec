// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A window in keys, without padding: layers have the padding.

#include <tigris/ops/window.hpp>

namespace tigris::kernels {

struct window_key {
    int16_t kernel_h = 1;    // rows of a window
    int16_t kernel_w = 1;    // columns of a window
    int16_t stride_h = 1;    // input rows from one window to the next
    int16_t stride_w = 1;    // input columns from one window to the next
    int16_t dilation_h = 1;  // input rows from one tap to the next
    int16_t dilation_w = 1;  // input columns from one tap to the next

    friend constexpr bool operator==(const window_key&, const window_key&) = default;

    constexpr int32_t taps() const { return kernel_h * kernel_w; }
};

constexpr window_key key_of(const ops::window& w) {
    return {.kernel_h = w.kernel_h,
            .kernel_w = w.kernel_w,
            .stride_h = w.stride_h,
            .stride_w = w.stride_w,
            .dilation_h = w.dilation_h,
            .dilation_w = w.dilation_w};
}

/// The window of a key, with no padding.
constexpr ops::window window_of(const window_key& key) {
    return {.kernel_h = key.kernel_h,
            .kernel_w = key.kernel_w,
            .stride_h = key.stride_h,
            .stride_w = key.stride_w,
            .dilation_h = key.dilation_h,
            .dilation_w = key.dilation_w};
}

}  // namespace tigris::kernels
