// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Small numbers, such as codes above their zero point, rescaled to codes.

#include <tigris/kernels/arithmetic/requantize.hpp>
#include <tigris/kernels/arm_dsp/channel_scale.hpp>

namespace tigris::kernels::arm_dsp_kernels {

/// Numbers below 2^Bits by a multiplier, a zero point added. Scales of 1/4 and more (nearest), or
/// of 1 and more (tflite), are made of numbers that are shifted to the left before.
template <rounding Rounds, int Bits>
class unit_scale {
public:
    constexpr unit_scale(fixed_multiplier by, const result_codes& codes)
        : multiplier_(short_multiplier<Rounds>(by.multiplier)) {
        // nearest: half of the product is lost, and something must be left to round.
        constexpr int32_t lost = Rounds == rounding::nearest ? 1 : 0;
        up_ = by.shift > -2 * lost ? by.shift + 2 * lost : 0;
        right_ = up_ - lost - by.shift;
        applies_ = up_ <= 30 - Bits && right_ <= 22 && is_short_multiplier<Rounds>(multiplier_);
        if (!applies_) return;
        const int32_t half = right_ ? 1 << (right_ - 1) : 0;
        constant_ = codes.zero_point * (1 << right_) + half;
        away_from_zero_ = right_ ? -1 : 0;
    }
    constexpr bool applies() const { return applies_; }

    /// The code, which may lie outside of all codes.
    [[gnu::always_inline]] int32_t operator()(int32_t units) const {
        const int32_t x = units * (1 << up_);
        if constexpr (Rounds == rounding::nearest)
            return add_high_product(constant_, x, multiplier_) >> right_;
        const int32_t product = add_rounded_product(x, x, multiplier_);
        return (product + ((product >> 31) & away_from_zero_) + constant_) >> right_;
    }

private:
    int32_t multiplier_;
    int32_t up_ = 0;
    int32_t right_ = 0;
    int32_t constant_ = 0;
    int32_t away_from_zero_ = 0;
    bool applies_ = false;
};

}  // namespace tigris::kernels::arm_dsp_kernels
