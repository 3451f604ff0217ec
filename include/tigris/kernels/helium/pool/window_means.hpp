// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Averages of eight channels side by side, as kernels/arithmetic/average.hpp makes one, for windows
// whose taps are counted.

#include <tigris/kernels/fast_int8/averages_of_bytes.hpp>
#include <tigris/kernels/helium/pool/lane_means.hpp>

namespace tigris::kernels::helium_kernels {

/// Means of codes between tensors of one quantization, under the rule of sliding windows. Codes
/// counted from 0 up are divided by a product with a reciprocal, which loses nothing: sums are
/// below 2^15, and the reciprocal has sixteen bits.
template <rounding Rounds>
class code_means {
public:
    explicit code_means(const rescaling& r)
        : zero_point_(r.codes.zero_point),
          low_(all_halves(r.codes.low)),
          high_(all_halves(r.codes.high)) {}

    /// Says that sums are of `count` codes from now on.
    void divide_by(int32_t count) {
        const int32_t bits = count > 1 ? 32 - __builtin_clz(uint32_t(count - 1)) : 0;
        left_ = 8 - bits;
        offset_ = (128 * count + count / 2) << left_;
        divisor_ = count << left_;
        has_halves_ = (count & 1) == 0;
        reciprocal_ = all_halves(((1 << (15 + bits)) + count - 1) / count);
    }
    [[gnu::always_inline]] bool average(halves sums, halves& codes) const {
        const halves shifted = add(shift_left(sums, left_), offset_);
        const halves down = unsigned_high_product(shifted, reciprocal_) >> 7;
        // Modulo 2^16: `shifted` has no sign.
        typedef uint16_t unsigned_halves __attribute__((vector_size(16)));
        const halves rest =
            halves(unsigned_halves(shifted) - unsigned_halves(multiply(down, divisor_)));
        const halves is_half = add(rest, -has_halves_) >> 15;
        codes = smaller(larger(add(down + (is_half & goes_down(down)), -128), low_), high_);
        return true;
    }

private:
    /// -1 where a half is rounded down: to an even number of units, or away from zero.
    [[gnu::always_inline]] halves goes_down(halves up) const {
        if constexpr (Rounds == rounding::nearest)
            return -(add(up, zero_point_) & 1);
        else
            return add(up, -129) >> 15;
    }

    int32_t zero_point_;
    int32_t left_ = 0;
    int32_t offset_ = 0;
    int32_t divisor_ = 0;
    int32_t has_halves_ = 0;
    halves reciprocal_{};
    halves low_;
    halves high_;
};

/// Means of codes between tensors of any quantization.
template <rounding Rounds>
class scaled_means {
public:
    explicit scaled_means(const rescaling& r)
        : multiplier_(r.multiplier), zero_point_in_(r.zero_point_in), codes_(r.codes) {}

    void divide_by(int32_t count) {
        const int32_t zero = -count * zero_point_in_;
        if constexpr (Rounds == rounding::tflite)
            mean_ = lane_means(zero, divided(multiplier_, count));
        else
            mean_ = lane_means(zero, multiplier_, count);
        applies_ = mean_.applies();
    }
    /// Whether the codes are sure.
    [[gnu::always_inline]] bool average(halves sums, halves& codes) const {
        if (!applies_) return false;
        const lane_units even = mean_(even_words(sums)), odd = mean_(odd_words(sums));
        codes = narrow(codes_(even.units), codes_(odd.units));
        return even.are_sure && odd.are_sure;
    }

private:
    using lane_means =
        typename type_list<near_mean, divided_scales>::template at<Rounds == rounding::tflite>;

    fixed_multiplier multiplier_;
    int32_t zero_point_in_;
    lane_codes codes_;
    lane_means mean_{};
    bool applies_ = false;
};

}  // namespace tigris::kernels::helium_kernels
