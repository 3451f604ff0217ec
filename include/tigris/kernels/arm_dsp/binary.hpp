// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Sums, differences and products of bytes, with a few instructions for each rescaling.

#include <tigris/kernels/arm_dsp/unit_scale.hpp>
#include <tigris/kernels/fast_int8/sums_of_bytes.hpp>
#include <tigris/kernels/portable/binary.hpp>

namespace tigris::kernels {
namespace arm_dsp_kernels {

/// One operand of tflite's addition: (code - zero point) * 2^up, times a multiplier, shifted right.
struct short_operand {
    int32_t offset;
    int32_t up;
    channel_scale scale;
};

/// A shift of 0 would have to round nothing; one half, the larger operand's multiplier, may be
/// doubled instead, because its product is exact.
constexpr short_operand short_operand_of(int32_t multiplier, int32_t shift, int32_t zero_point) {
    constexpr int32_t half = 1 << 30;
    const bool is_exact = shift == 0 && (multiplier == half || multiplier == -half);
    const int32_t up = is_exact ? 22 : 21, right = is_exact ? 1 : -shift;
    short_operand o{.offset = -zero_point * (1 << up), .up = up, .scale = {}};
    o.scale.multiplier = multiplier;
    if (is_short_shift(right)) o.scale.right = right, o.scale.constant = 1 << (right - 1);
    return o;
}

/// The high word of a product, halves away from zero after a shift; as rescaled(), of a number that
/// is already doubled.
[[gnu::always_inline]] inline int32_t rescaled_double(int32_t x, const channel_scale& s) {
    const int32_t product = smmulr(x, s.multiplier);
    return (product + (product >> 31) + s.constant) >> s.right;
}

/// tflite's addition of two codes (portable/binary.hpp), where all shifts are short.
struct short_tflite_sum {
    short_operand a;
    short_operand b;
    channel_scale sum{};

    explicit short_tflite_sum(const binary_layer<int8_t>& l)
        : a(short_operand_of(l.multipliers[0], l.shifts[0], l.zero_point_a)),
          b(short_operand_of(l.multipliers[1], l.shifts[1], l.zero_point_b)) {
        const int32_t right = -l.shifts[2];
        sum.multiplier = l.multipliers[2];
        if (!is_short_shift(right)) return;
        sum.right = right;
        sum.constant = (1 << (right - 1)) + l.codes.zero_point * (1 << right);
    }
    bool applies() const { return a.scale.is_short() && b.scale.is_short() && sum.is_short(); }

    [[gnu::always_inline]] int32_t operator()(int32_t x, int32_t y) const {
        const int32_t left = rescaled_double(x * (1 << a.up) + a.offset, a.scale);
        const int32_t right = rescaled_double(y * (1 << b.up) + b.offset, b.scale);
        return rescaled_double((left + right) * 2, sum);
    }
};

/// nearest's addition: 64 bits, then a shift; the result fits 32 bits.
struct short_nearest_sum {
    int32_t multiplier_a;
    int32_t multiplier_b;
    int32_t bits;
    int64_t constant = 0;

    explicit short_nearest_sum(const binary_layer<int8_t>& l)
        : multiplier_a(l.multipliers[0]), multiplier_b(l.multipliers[1]), bits(31 - l.shifts[0]) {
        if (!applies()) return;
        constant = (int64_t(1) << (bits - 1)) + int64_t(l.codes.zero_point) * (int64_t(1) << bits) -
                   int64_t(l.zero_point_a) * multiplier_a - int64_t(l.zero_point_b) * multiplier_b;
    }
    bool applies() const { return bits >= 20 && bits <= 40; }

    [[gnu::always_inline]] int32_t operator()(int32_t x, int32_t y) const {
        return int32_t((constant + int64_t(x) * multiplier_a + int64_t(y) * multiplier_b) >> bits);
    }
};

/// A product of two codes.
template <rounding Rounds>
struct short_product {
    int32_t zero_point_a;
    int32_t zero_point_b;
    unit_scale<Rounds, 16> scale;

    explicit short_product(const binary_layer<int8_t>& l)
        : zero_point_a(l.zero_point_a),
          zero_point_b(l.zero_point_b),
          scale({l.multipliers[0], l.shifts[0]}, l.codes) {}
    bool applies() const { return scale.applies(); }

    [[gnu::always_inline]] int32_t operator()(int32_t x, int32_t y) const {
        return scale((x - zero_point_a) * (y - zero_point_b));
    }
};

/// How two codes are combined.
template <binary_key G>
constexpr auto combination_of(const binary_layer<int8_t>& layer) {
    if constexpr (multiplies_bytes(G))
        return short_product<G.rounds>(layer);
    else if constexpr (G.rounds == rounding::nearest)
        return short_nearest_sum(layer);
    else
        return short_tflite_sum(layer);
}

}  // namespace arm_dsp_kernels

template <binary_key G, class A, class B>
    requires(adds_bytes(G) || multiplies_bytes(G))
[[gnu::noinline]] inline void rows(arm_dsp_tag, const binary_layer<int8_t>& layer, int8_t* out,
                                   int32_t row_count, const A& window_a, const B& window_b) {
    const auto combination = arm_dsp_kernels::combination_of<G>(layer);
    if (!combination.applies() || arm_dsp_kernels::is_limited(layer.codes))
        return rows<G>(portable_tag{}, layer, out, row_count, window_a, window_b);
    const auto f = [=](int32_t a, int32_t b) __attribute__((always_inline)) {
        return int8_t(arm_dsp_kernels::ssat8(combination(a, b)));
    };
    combine_rows<G>(layer.width, layer.channels, out, row_count, f, window_a, window_b);
}

}  // namespace tigris::kernels
