// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Averages of four channels side by side, as kernels/arithmetic/average.hpp makes one.

#include <tigris/kernels/arithmetic/average.hpp>
#include <tigris/kernels/helium/lane_scales.hpp>

namespace tigris::kernels::helium_kernels {

/// Units above the zero point; where they are not sure, one of them lies too near to a half.
struct lane_units {
    words units;
    bool are_sure = true;
};

/// tflite, between tensors of any quantization: the sum times a multiplier that holds the division.
struct divided_scales {
    lane_scales scales;

    divided_scales() = default;
    divided_scales(int32_t bias, fixed_multiplier m)
        : scales{all_words(bias), all_words(m.multiplier), all_words(m.shift)} {}
    static constexpr bool rounds_by(int32_t shift) { return shift < 0 && shift > -32; }
    bool applies() const { return rounds_by(scales.shifts[0]); }
    [[gnu::always_inline]] lane_units operator()(words sums) const {
        return {rescaled<rounding::tflite>(sums, scales)};
    }
};

/// sum * m / count in fixed point, at most 2 too small: sure, whatever is done to halves, unless
/// the fraction lies as near to one.
struct near_mean {
    int32_t bias = 0;
    int32_t reciprocal = 0;  // m / count, at least 2^29
    int32_t left = 0;        // as far as any sum of `count` units can be shifted
    int32_t fraction = 0;    // fraction bits of the product's high word

    near_mean() = default;
    constexpr near_mean(int32_t zero, fixed_multiplier m, int32_t count) : bias(zero) {
        const int32_t bits = 31 - __builtin_clz(uint32_t(count));
        reciprocal = int32_t((int64_t(m.multiplier) << bits) / count);
        left = count < 1 << 23 ? __builtin_clz(uint32_t(count) * 255) - 1 : 0;
        fraction = 31 - m.shift + bits + left - 32;
    }
    constexpr bool applies() const { return fraction >= 3 && fraction <= 29; }

    [[gnu::always_inline]] lane_units operator()(words sums) const {
        const words units = sums + all_words(bias), sign = units >> 31;
        const words mean = high_product(((units ^ sign) - sign) << left, all_words(reciprocal));
        const words moved = mean + all_words(1 << (fraction - 1));
        const words behind = (moved + 2) & all_words((1 << fraction) - 1);
        const words rounded = moved >> fraction;
        return {(rounded ^ sign) - sign, largest_lane(2 - behind) < 0};
    }
};

}  // namespace tigris::kernels::helium_kernels
