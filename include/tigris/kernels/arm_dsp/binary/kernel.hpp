// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Sums, differences and products of bytes, with a few instructions for each rescaling.

#include <tigris/kernels/arm_dsp/binary/tflite_sum.hpp>
#include <tigris/kernels/arm_dsp/unit_scale.hpp>
#include <tigris/kernels/portable/binary.hpp>

namespace tigris::kernels {
namespace arm_dsp_kernels {

/// nearest's addition: 64 bits, then a shift; the result fits 32 bits.
struct short_nearest_sum {
    int32_t multiplier_a;
    int32_t multiplier_b;
    int32_t bits;
    int64_t constant = 0;

    constexpr explicit short_nearest_sum(const binary_layer<int8_t>& l)
        : multiplier_a(l.multipliers[0]), multiplier_b(l.multipliers[1]), bits(31 - l.shifts[0]) {
        if (!applies()) return;
        constant = (int64_t(1) << (bits - 1)) + int64_t(l.codes.zero_point) * (int64_t(1) << bits) -
                   int64_t(l.zero_point_a) * multiplier_a - int64_t(l.zero_point_b) * multiplier_b;
    }
    constexpr bool applies() const { return bits >= 20 && bits <= 40; }

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

    constexpr explicit short_product(const binary_layer<int8_t>& l)
        : zero_point_a(l.zero_point_a),
          zero_point_b(l.zero_point_b),
          scale({l.multipliers[0], l.shifts[0]}, l.codes) {}
    constexpr bool applies() const { return scale.applies(); }

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

template <binary_key G>
    requires(adds_bytes(G) || multiplies_bytes(G))
[[gnu::always_inline]] constexpr int8_t variant_of(const arm_dsp_tag&,
                                                   const binary_layer<int8_t>& layer) {
    return arm_dsp_kernels::combination_of<G>(layer).applies() &&
                   !arm_dsp_kernels::is_limited(layer.codes)
               ? first_variant
               : portable_variant;
}

template <binary_key G, class A, class B>
    requires(adds_bytes(G) || multiplies_bytes(G))
[[gnu::noinline]] inline void rows(const arm_dsp_tag& tag, const binary_layer<int8_t>& layer,
                                   int8_t* out, int32_t row_count, const A& window_a,
                                   const B& window_b) {
    if (variant_for<G>(tag, layer) == portable_variant)
        return rows<G>(portable_tag{}, layer, out, row_count, window_a, window_b);
    const auto combination = arm_dsp_kernels::combination_of<G>(layer);
    const auto f = [=](int32_t a, int32_t b) __attribute__((always_inline)) {
        return int8_t(arm_dsp_kernels::ssat8(combination(a, b)));
    };
    combine_rows<G>(layer.width, layer.channels, out, row_count, f, window_a, window_b);
}

/// Sums by tflite's rule of rows that are spans of bytes.
template <binary_key G>
    requires(arm_dsp_kernels::adds_tflite_rows(G))
[[gnu::noinline]] inline void rows(const arm_dsp_tag& tag, const binary_layer<int8_t>& layer,
                                   int8_t* out, int32_t row_count,
                                   const row_window<int8_t>& window_a,
                                   const row_window<int8_t>& window_b) {
    if (variant_for<G>(tag, layer) == portable_variant)
        return rows<G>(portable_tag{}, layer, out, row_count, window_a, window_b);
    const arm_dsp_kernels::short_tflite_sum sum(layer);
    const bool a_is_larger = arm_dsp_kernels::is_half(layer.multipliers[0], layer.shifts[0]);
    auto job = arm_dsp_kernels::job_of(sum, a_is_larger ? sum.b : sum.a,
                                       a_is_larger ? layer.zero_point_a : layer.zero_point_b);
    const int32_t count = layer.width * layer.channels;
    for (int32_t y = 0; y < row_count; ++y, out += count) {
        const int8_t* const a = window_a(is_fixed(G.broadcast, 0) ? 0 : y);
        const int8_t* const b = window_b(is_fixed(G.broadcast, 1) ? 0 : y);
        arm_dsp_kernels::add_two_spans(job, a_is_larger ? b : a, a_is_larger ? a : b, out, count);
    }
}

}  // namespace tigris::kernels
