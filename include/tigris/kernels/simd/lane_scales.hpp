// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Eight integers rescaled side by side, as kernels/requantize.hpp does one.

#include <tigris/kernels/result_codes.hpp>
#include <tigris/kernels/simd/instructions.hpp>

namespace tigris::kernels::simd {

/// Eight multipliers, and shifts to the right.
struct lane_scales {
    using numbers = lanes<int32_t, 8>;

    numbers multipliers{}, right{};

    /// As requantize<rounding::nearest> with shifts of at most 0.
    [[gnu::always_inline]] numbers nearest(numbers x) const {
        return shift_rounded(multiply_wide(x, multipliers), right);
    }
    /// As requantize<rounding::tflite> with shifts of at most 0.
    [[gnu::always_inline]] numbers tflite(numbers x) const {
        return shift_away_from_zero(doubling_high_products(x, multipliers), right);
    }
    template <rounding Rounds>
    [[gnu::always_inline]] numbers rescaled(numbers x) const {
        return Rounds == rounding::nearest ? nearest(x) : tflite(x);
    }
};

/// Codes of eight results, from units above the zero point: encode() of result_codes.hpp.
[[gnu::always_inline]] inline lanes<int32_t, 8> encode_lanes(lanes<int32_t, 8> units,
                                                             const result_codes& codes) {
    using numbers = lanes<int32_t, 8>;
    const numbers low = all<numbers>(codes.low - codes.zero_point);
    const numbers high = all<numbers>(codes.high - codes.zero_point);
    return smaller(larger(units, low), high) + all<numbers>(codes.zero_point);
}

}  // namespace tigris::kernels::simd
