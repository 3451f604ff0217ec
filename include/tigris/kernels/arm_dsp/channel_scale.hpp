// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Codes of sums whose scales are short, with the instructions that saturate.

#include <tigris/kernels/arithmetic/channel_scale.hpp>
#include <tigris/kernels/arm_dsp/instructions.hpp>
#include <tigris/kernels/contract/adds_products.hpp>
#include <tigris/kernels/contract/backend.hpp>

namespace tigris::kernels::arm_dsp_kernels {

using namespace by_channel;

/// How sums become codes: by rounding::nearest, or by rounding::tflite, whose shift is a second
/// product. Where all shifts are small, that product alone rounds halves away from zero.
enum class short_rescaling : int8_t { nearest, tflite, tflite_small_shifts };

constexpr short_rescaling short_rescaling_of(const finish_key& key) {
    if (key.rounds == rounding::nearest) return short_rescaling::nearest;
    return key.small_shifts ? short_rescaling::tflite_small_shifts : short_rescaling::tflite;
}

/// With these shifts the second product alone rounds halves away from zero. Its factor is one more
/// than the power of two: x times 2^(32 - right) + 1, whose high word is the result, has x more
/// below it. So halves of negative numbers fall below the half. Other numbers are at least
/// 2^(32 - right) away from one and stay where they are: beyond |x| = 2^(right + 8), which is not
/// more, all codes are saturated.
inline constexpr int32_t least_small_shift = 2;
inline constexpr int32_t most_small_shift = 12;

/// Short scales as rescaled() below wants them. Those of tflite have the zero point as `constant`,
/// and as `right` a factor: -2^(32 - right) or one less, negative because 2^31 does not fit.
template <short_rescaling By>
struct form_of {
    [[gnu::always_inline]] static constexpr channel_scale scale(int32_t multiplier,
                                                                int32_t zero_point, int32_t right,
                                                                int32_t bias) {
        if constexpr (By == short_rescaling::nearest)
            return shifted_form::scale(multiplier, zero_point, right, bias);
        constexpr int32_t more = By == short_rescaling::tflite_small_shifts ? 1 : 0;
        return {multiplier, zero_point, (INT32_MIN >> (right - 1)) - more, bias};
    }
};

template <finish_key Key>
using scale_reader = by_channel::scale_reader<Key, form_of<short_rescaling_of(Key)>>;

/// tflite's shift of a high word by a factor, halves up. One less where the high word is negative
/// takes its halves away from zero.
template <short_rescaling By>
[[gnu::always_inline]] inline int32_t shifted(int32_t product, int32_t constant, int32_t right) {
    if constexpr (By == short_rescaling::tflite) product += product >> 31;
    return smmlsr(product, right, constant);
}

/// nearest: by_channel::rescaled(). tflite: the doubled product's high word, shifted.
template <short_rescaling By>
[[gnu::always_inline]] inline int32_t rescaled(int32_t sum, int32_t multiplier, int32_t constant,
                                               int32_t right) {
    if constexpr (By == short_rescaling::nearest)
        return by_channel::rescaled<rounding::nearest>(sum, multiplier, constant, right);
    return shifted<By>(add_rounded_product(sum, sum, multiplier), constant, right);
}
template <short_rescaling By>
[[gnu::always_inline]] inline int32_t rescaled(int32_t sum, const channel_scale& s) {
    return rescaled<By>(sum, s.multiplier, s.constant, s.right);
}

/// A sum of a channel whose scale is short to a code, all codes allowed.
template <short_rescaling By>
[[gnu::always_inline]] inline int8_t finish_short(int32_t sum, const channel_scale& s) {
    return int8_t(ssat8(rescaled<By>(sum, s)));
}

/// Brings `count` codes that lie `step` apart between the bounds.
inline void limit_codes(const result_codes& allowed, int8_t* out, int32_t count, int32_t step) {
    const result_codes codes = allowed;
    for (; count > 0; --count, out += step) *out = int8_t(limited(*out, codes));
}

/// A channel's products that add up to `sum`, without its bias, to a code.
template <finish_key Key>
inline int8_t finish_one(const epilogue<int8_t>& e, int32_t channel, const channel_scale& s,
                         int32_t sum) {
    if (!s.is_short()) return finish_slowly<Key>(e, channel, sum);
    return int8_t(limited(rescaled<short_rescaling_of(Key)>(sum + s.bias, s), e.codes));
}

/// Whether shifts of scales that are short are small, and so are those of a layer of other types.
template <class Op>
constexpr bool has_small_shifts(const Op& op, const operands& t, view<const constant> constants,
                                rounding rounds) {
    if (t.input(0).type != dtype::i8 || t.output().type != dtype::i8) return true;
    if (rounds != rounding::tflite) return false;
    const epilogue<int8_t> e = epilogue_of<int8_t>(op.clamp, t, constants, rounds);
    return are_between(e.shifts, int32_t(element_count(t.input(3))), -most_small_shift,
                       -least_small_shift);
}

}  // namespace tigris::kernels::arm_dsp_kernels

namespace tigris::kernels {

template <class Op>
constexpr bool has_small_shifts(arm_dsp_tag, const Op& op, const operands& t,
                                view<const constant> constants, rounding rounds) {
    if constexpr (!adds_products<Op>)
        return true;
    else
        return arm_dsp_kernels::has_small_shifts(op, t, constants, rounds);
}

}  // namespace tigris::kernels
