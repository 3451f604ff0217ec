// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Eight integers rescaled side by side, as kernels/arithmetic/requantize.hpp does one.

#include <tigris/kernels/arithmetic/requantize.hpp>
#include <tigris/kernels/simd/instructions.hpp>

namespace tigris::kernels::simd_kernels {

/// Eight multipliers, and shifts to the right.
struct lane_scales {
    using numbers = lanes<int32_t, 8>;

    numbers multipliers, right;

    /// requantize<rounding::nearest> of each lane, with shifts of at most 0.
    [[gnu::always_inline]] numbers nearest(numbers x) const {
        return shift_rounded(multiply_wide(x, multipliers), right);
    }
    /// requantize<rounding::tflite> of each lane, with shifts of at most 0.
    [[gnu::always_inline]] numbers tflite(numbers x) const {
        return shift_away_from_zero(doubling_high_products(x, multipliers), right);
    }
};

/// Scales are lane_scales, or quick_scales where numbers and shifts are as those want them.
template <rounding Rounds, class Scales>
[[gnu::always_inline]] inline lanes<int32_t, 8> rescaled(const Scales& s, lanes<int32_t, 8> x) {
    return Rounds == rounding::nearest ? s.nearest(x) : s.tflite(x);
}

}  // namespace tigris::kernels::simd_kernels
