// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A place between four pixels.

#include <stdint.h>
#include <tigris/support/math.hpp>

namespace tigris::kernels {

/// The integer of at most x, for |x| < 2^31.
constexpr int32_t floor_of(float x) {
    const int32_t whole = int32_t(x);
    return whole - (x < float(whole) ? 1 : 0);
}

/// x between the bounds; NaN counts as the lower one.
constexpr float between_bounds(float x, float low, float high) {
    return !(x > low) ? low : x < high ? x : high;
}

/// The corners around a place, and their weights. A corner is the number of a pixel, or -1 if it is
/// outside.
struct bilinear_place {
    int32_t pixels[4]{-1, -1, -1, -1};
    float weights[4]{};

    /// The sum over elements of one channel, `channels` apart.
    template <class X>
    constexpr float of(X x, int32_t channels) const {
        float sum = 0;
        for (int k = 0; k < 4; ++k)
            if (pixels[k] >= 0) sum += weights[k] * x[pixels[k] * channels];
        return sum;
    }
};

}  // namespace tigris::kernels
