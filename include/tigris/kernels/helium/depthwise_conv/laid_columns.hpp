// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The columns that the windows of a row lie on.

#include <tigris/kernels/contract/window_key.hpp>

namespace tigris::kernels::helium_kernels {

struct laid_columns {
    int32_t left = 0;     // of the image
    int32_t skipped = 0;  // of the image, left of the windows
    int32_t inside = 0;   // of the image, under the windows
    int32_t count = 0;    // in all
};

template <window_key Window, class Layer>
constexpr laid_columns laid_columns_of(const Layer& l) {
    const int32_t count =
        (l.width_out - 1) * Window.stride_w + (Window.kernel_w - 1) * Window.dilation_w + 1;
    const int32_t pad = l.pad_left > 0 ? l.pad_left : 0, left = pad < count ? pad : count;
    const int32_t skipped = l.pad_left < 0 ? -l.pad_left : 0;
    const int32_t rest = count - left, exist = l.width_in - skipped;
    const int32_t inside = exist < rest ? exist : rest;
    return {left, skipped, inside > 0 ? inside : 0, count};
}

}  // namespace tigris::kernels::helium_kernels
