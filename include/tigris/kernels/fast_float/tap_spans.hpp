// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The floats under a window, where they lie in the rows of the image: nothing is gathered.

#include <tigris/kernels/contract/row_window.hpp>
#include <tigris/kernels/contract/window_key.hpp>
#include <tigris/kernels/walks/taps.hpp>

namespace tigris::kernels::fast_float_kernels {

/// Neighboring floats, and the bytes of weights of an output (or of a depthwise layer) before their
/// own weights. Null ends a list. The assembler knows the places of members.
struct tap_span {
    const float* x;      // 0
    int32_t skip_bytes;  // 4
};

/// Spans of a convolution: whole rows of a window where its taps are neighbors, or tap by tap.
constexpr int32_t most_spans(const window_key& w) {
    return w.kernel_h * (w.dilation_w == 1 ? 1 : w.kernel_w);
}

/// The spans of a window, or of its taps inside the image. Each has `count` floats.
template <int32_t Most>
struct tap_spans {
    tap_span at[Most + 1];
    int32_t count;
};

/// The spans of taps [inside.first, inside.last) of the window that begins at `column` of the rows
/// from `top` on, each of `count` floats. A tap has `tap_bytes` of weights.
template <window_key W, bool ByTap, int32_t Most>
inline void find_spans(tap_spans<Most>& spans, const row_window<float>& in, int32_t top,
                       int32_t column, tap_range inside, int32_t channels, int32_t tap_bytes) {
    tap_span* to = spans.at;
    const int32_t first = (column + inside.first * W.dilation_w) * channels;
    for (int32_t i = 0; i < W.kernel_h; ++i) {
        const float* row = in(top + i * W.dilation_h);
        if (!row) continue;
        int32_t skip = (i * W.kernel_w + inside.first) * tap_bytes;
        const float* x = row + first;
        for (int32_t k = ByTap ? inside.count() : inside.count() > 0; k > 0; --k) {
            *to++ = {x, skip};
            x += W.dilation_w * channels;
            skip += tap_bytes;
        }
    }
    *to = {nullptr, 0};
}

}  // namespace tigris::kernels::fast_float_kernels
