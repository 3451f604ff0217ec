// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Sums of four output channels rescaled side by side, as kernels/arithmetic/requantize.hpp does
// one.

#include <tigris/kernels/arithmetic/epilogue.hpp>
#include <tigris/kernels/helium/instructions.hpp>
#include <tigris/kernels/helium/short_scales.hpp>

namespace tigris::kernels::helium_kernels {

/// What sums of four channels are rescaled by.
struct lane_scales {
    words bias{};
    words multipliers{};
    words shifts{};
};

/// Whether all shifts are to the right: rescaled() applies; otherwise finish() does
/// (kernels/arithmetic/epilogue.hpp).
template <finish_key Key>
[[gnu::always_inline]] inline bool are_short(const lane_scales& s) {
    return Key.short_scales || largest_lane(s.shifts) < 0;
}

template <rounding Rounds>
inline constexpr int32_t shifts_of_product = left_by_product(Rounds);

/// Scales of channels [first, first + count), read one by one.
template <finish_key Key>
[[gnu::noinline]] inline lane_scales scales_of_few(const epilogue<int8_t>& e, int32_t first,
                                                   int32_t count) {
    lane_scales s;
    for (int32_t i = 0; i < 4; ++i) {
        const int32_t channel = first + (i < count ? i : count - 1);
        const int32_t place = Key.per_channel ? channel : 0;
        s.bias[i] = e.bias ? e.bias[channel] : 0;
        s.multipliers[i] = e.multipliers[place];
        s.shifts[i] = e.shifts[place] + shifts_of_product<Key.rounds>;
    }
    return s;
}

template <finish_key Key>
[[gnu::always_inline]] inline lane_scales scales_of_four(const epilogue<int8_t>& e, int32_t first) {
    if (!Key.per_channel)
        return {.bias = e.bias ? load<words>(e.bias + first) : words{},
                .multipliers = all_words(e.multipliers[0]),
                .shifts = all_words(e.shifts[0] + shifts_of_product<Key.rounds>)};
    return {.bias = e.bias ? load<words>(e.bias + first) : words{},
            .multipliers = load<words>(e.multipliers + first),
            .shifts = widen_4(e.shifts + first) + shifts_of_product<Key.rounds>};
}

/// Scales of channels [first, first + count), at most four; the last stands for missing ones.
template <finish_key Key>
[[gnu::always_inline]] inline lane_scales scales_of(const epilogue<int8_t>& e, int32_t first,
                                                    int32_t count) {
    return count == 4 ? scales_of_four<Key>(e, first) : scales_of_few<Key>(e, first, count);
}

/// Where the scales of four channels are. The steps lead to the scales of the next four channels.
/// The assembler of multiply_pairs.hpp knows the place of each member.
struct scale_walk {
    const int32_t* bias;         // 0
    const int32_t* multipliers;  // 4
    const int8_t* shifts;        // 8
    int32_t bias_step = 0;       // 12
    int32_t scale_step = 0;      // 16
};

/// Scales that do not lie four by four.
struct own_scales {
    int32_t bias[4];
    int32_t multipliers[4];
    int8_t shifts[4];
};

inline constexpr int32_t no_bias[4]{};

/// A walk over scales from channel `first` on, a multiple of four; `own` holds what is one for all.
template <finish_key Key>
[[gnu::always_inline]] inline scale_walk walk_scales(const epilogue<int8_t>& e, int32_t first,
                                                     own_scales& own) {
    const int32_t* const bias = e.bias ? e.bias + first : no_bias;
    const int32_t bias_step = e.bias ? 4 : 0;
    if (Key.per_channel) return {bias, e.multipliers + first, e.shifts + first, bias_step, 4};
    store(own.multipliers, all_words(e.multipliers[0]));
    store_lowest(own.shifts, all_words(e.shifts[0]));
    return {bias, own.multipliers, own.shifts, bias_step, 0};
}

template <rounding Rounds>
[[gnu::always_inline]] inline lane_scales next_scales(scale_walk& walk) {
    const lane_scales s{load<words>(walk.bias), load<words>(walk.multipliers),
                        widen_4(walk.shifts) + shifts_of_product<Rounds>};
    walk.bias += walk.bias_step;
    walk.multipliers += walk.scale_step;
    walk.shifts += walk.scale_step;
    return s;
}

/// Looks whether the scales of channels [first, first + count) are all short.
template <finish_key Key>
[[gnu::noinline]] inline bool find_all_short(const epilogue<int8_t>& e, int32_t first,
                                             int32_t count) {
    const int8_t* shifts = e.shifts + (Key.per_channel ? first : 0);
    bytes largest = all_bytes(INT8_MIN);
    if (!Key.per_channel) count = 1;
    for (; count >= 16; count -= 16, shifts += 16) largest = larger(largest, load<bytes>(shifts));
    for (; count > 0; --count, ++shifts) largest = larger(largest, all_bytes(*shifts));
    const halves halved = larger(even_halves(largest), odd_halves(largest));
    return largest_lane(larger(even_words(halved), odd_words(halved))) <
           -shifts_of_product<Key.rounds>;
}
template <finish_key Key>
[[gnu::always_inline]] inline bool are_all_short(const epilogue<int8_t>& e, int32_t first,
                                                 int32_t count) {
    return Key.short_scales || find_all_short<Key>(e, first, count);
}

/// Units above the zero point, of sums without their bias. nearest: halves up, in one step. tflite:
/// the doubled product's high word, then halves away from zero: a negative one is brought one
/// nearer to them. Source: kernels/arithmetic/requantize.hpp.
template <rounding Rounds>
[[gnu::always_inline]] inline words rescaled(words sums, const lane_scales& s) {
    const words totals = add_saturated(sums, s.bias);
    if constexpr (Rounds == rounding::nearest)
        return shift_rounded(high_product(totals, s.multipliers), s.shifts);
    const words product = doubled_high_product(totals, s.multipliers);
    return shift_rounded(product + (product >> 31), s.shifts);
}

/// Numbers of at most `Bits` bits, sign included, rescaled by one scale, whatever its shift.
template <rounding Rounds, int32_t Bits>
struct common_scale {
    int32_t left;  // nearest: as far as they can be shifted
    int32_t multiplier;
    int32_t right;
    int32_t brings_nearer;  // all ones where halves are rounded away from zero

    constexpr explicit common_scale(fixed_multiplier m)
        : left(Rounds == rounding::nearest ? 31 - Bits
               : m.shift > 0               ? m.shift
                                           : 0),
          multiplier(m.multiplier),
          right(m.shift - left + shifts_of_product<Rounds>),
          brings_nearer(right < 0 ? -1 : 0) {}
    constexpr bool applies() const {
        return Rounds == rounding::nearest ? right < 0 : left <= 31 - Bits && right > -32;
    }
    [[gnu::always_inline]] words operator()(words x) const {
        if constexpr (Rounds == rounding::nearest)
            return shift_rounded(high_product(x << left, all_words(multiplier)), right);
        const words product = doubled_high_product(x << left, multiplier);
        return shift_rounded(product + ((product >> 31) & all_words(brings_nearer)), right);
    }
};

/// What codes of units above the zero point are made with.
struct lane_codes {
    words low;
    words high;
    words zero_point;

    [[gnu::always_inline]] explicit lane_codes(const result_codes& codes)
        : low(all_words(codes.low - codes.zero_point)),
          high(all_words(codes.high - codes.zero_point)),
          zero_point(all_words(codes.zero_point)) {}
    [[gnu::always_inline]] words operator()(words units) const {
        return smaller(larger(units, low), high) + zero_point;
    }
};

/// Up to four codes of channels from `first` on, whose scales may be any.
template <finish_key Key>
[[gnu::noinline]] inline void finish_slowly(const epilogue<int8_t>& e, int32_t first, int32_t count,
                                            words sums, int8_t* out) {
    for (int32_t i = 0; i < count; ++i) out[i] = finish<Key, int8_t>(e, first + i, sums[i]);
}

[[gnu::always_inline]] constexpr bool is_limited(const result_codes& codes) {
    return codes.low > INT8_MIN || codes.high < INT8_MAX;
}

/// Brings neighboring codes between the bounds.
[[gnu::always_inline]] inline void limit_span(bytes low, bytes high, int8_t* out, int32_t count) {
    for (; count >= 16; count -= 16, out += 16)
        store(out, smaller(larger(load<bytes>(out), low), high));
    if (count > 0) store_first(out, smaller(larger(load_first(out, count), low), high), count);
}

/// Brings `channels` codes of each of `pixels` pixels, `step` codes apart, between the bounds.
[[gnu::noinline]] inline void limit_codes(const result_codes& codes, int8_t* out, int32_t channels,
                                          int32_t pixels, int32_t step) {
    const bytes low = all_bytes(codes.low), high = all_bytes(codes.high);
    if (step == channels) return limit_span(low, high, out, pixels * channels);
    for (; pixels > 0; --pixels, out += step) limit_span(low, high, out, channels);
}

}  // namespace tigris::kernels::helium_kernels
