// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/dead/window_reach.hpp>

#include <algorithm>

namespace onnx2hpp {

tap_reach window_axis::reach(int tap) const {
    tap_reach found;
    for (int position = 0; position < positions; ++position) {
        const int place = position * stride - pad + tap * dilation;
        (place >= 0 && place < extent ? found.inside : found.outside) = true;
    }
    return found;
}

int window_axis::fewest_inside() const {
    int fewest = kernel;
    for (int position = 0; position < positions; ++position) {
        int inside = 0;
        for (int tap = 0; tap < kernel; ++tap) {
            const int place = position * stride - pad + tap * dilation;
            inside += place >= 0 && place < extent;
        }
        fewest = std::min(fewest, inside);
    }
    return fewest;
}

window_axis rows_axis(const tigris::ops::window& w, const tigris::shape& input,
                      const tigris::shape& output) {
    return {w.kernel_h, w.stride_h,          w.dilation_h,
            w.pad_top,  rows_of(input).rows, rows_of(output).rows};
}

window_axis columns_axis(const tigris::ops::window& w, const tigris::shape& input,
                         const tigris::shape& output) {
    return {w.kernel_w, w.stride_w,           w.dilation_w,
            w.pad_left, rows_of(input).width, rows_of(output).width};
}

}  // namespace onnx2hpp
