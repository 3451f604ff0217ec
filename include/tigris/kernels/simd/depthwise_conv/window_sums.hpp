// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Depthwise convolution of floats: neighboring windows at a time, for which each tap's weights are
// read once.

#include <tigris/kernels/portable/depthwise_conv.hpp>
#include <tigris/kernels/simd/lanes.hpp>
#include <tigris/kernels/simd/window_shape.hpp>

namespace tigris::kernels::simd_kernels {

/// Windows that are computed at a time.
inline constexpr int32_t neighboring_windows = 4;

/// Sums of 8 or 16 channels of neighboring windows.
template <depthwise_conv_key G, int32_t Eights>
struct window_sums {
    using vector = lanes<float, 8>;

    vector sums[neighboring_windows][2]{};

    /// Adds one tap, at `x` for the first window.
    [[gnu::always_inline]] void add(const float* x, int32_t channels, const float* weights) {
#pragma GCC unroll 4
        for (int32_t n = 0; n < neighboring_windows; ++n)
#pragma GCC unroll 2
            for (int32_t e = 0; e < Eights; ++e)
                sums[n][e] = multiply_add(
                    sums[n][e], load<vector>(x + n * G.window.stride_w * channels + e * 8),
                    load<vector>(weights + e * 8));
    }
    /// Adds all taps of windows in `rows`, the first of them `first` elements behind their begin.
    /// Null is padding.
    [[gnu::always_inline]] void add_rows(const float* const* rows, int32_t first, int32_t channels,
                                         const float* weights) {
#pragma GCC unroll 4
        for (int32_t i = 0; i < G.window.kernel_h; ++i)
            if (rows[i])
#pragma GCC unroll 4
                for (int32_t k = 0; k < G.window.kernel_w; ++k)
                    add(rows[i] + first + k * G.window.dilation_w * channels, channels,
                        weights + (i * G.window.kernel_w + k) * block_outputs);
    }
};

/// Windows of `count` channels, 8 or 16; pixels of the result are `step` elements apart.
template <depthwise_conv_key G, class Finish>
[[gnu::always_inline]] inline void finish_windows(const float* const* rows, int32_t first,
                                                  int32_t channels, int32_t count,
                                                  const float* weights, const Finish& finish,
                                                  float* out, int32_t step) {
    const auto finish_all = [&](auto windows) {
        windows.add_rows(rows, first, channels, weights);
#pragma GCC unroll 4
        for (int32_t n = 0; n < neighboring_windows; ++n) {
            float sums[block_outputs];
            store(sums, windows.sums[n][0]);
            store(sums + 8, windows.sums[n][1]);
            finish(sums, count, out + n * step);
        }
    };
    if (count == 8)
        finish_all(window_sums<G, 1>{});
    else
        finish_all(window_sums<G, 2>{});
}

}  // namespace tigris::kernels::simd_kernels
