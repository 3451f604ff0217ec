// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Sums, differences and products of two tensors of signed bytes and one shape, eight elements at
// once.

#include <tigris/kernels/fast_int8/sums_of_bytes.hpp>
#include <tigris/kernels/helium/lane_scales.hpp>

namespace tigris::kernels {
namespace helium_kernels {

/// Numbers above the zero points, of four lanes.
struct lane_pair {
    words a;
    words b;
};

/// nearest: both products are taken apart at bit 16, so that their sum's parts fit 32 bits. What is
/// cut off below decides nothing, because at least 17 bits are rounded away.
struct nearest_addition {
    int32_t high[2];
    int32_t low[2];
    int32_t shift;

    explicit nearest_addition(const binary_layer<int8_t>& layer) : shift(layer.shifts[0] - 15) {
        for (int i = 0; i < 2; ++i) {
            high[i] = layer.multipliers[i] >> 16;
            low[i] = layer.multipliers[i] & 0xFFFF;
        }
    }
    static constexpr bool applies(const binary_layer<int8_t>& layer) {
        return layer.shifts[0] <= 0;
    }

    [[gnu::always_inline]] words operator()(lane_pair x) const {
        const words highs = multiply(x.a, high[0]) + multiply(x.b, high[1]);
        const words lows = multiply(x.a, low[0]) + multiply(x.b, low[1]);
        return shift_rounded(highs + (lows >> 16), shift);
    }
};

/// x * 2^20 rescaled by a multiplier and a shift to the right, as requantize<rounding::tflite>.
struct tflite_factor {
    int32_t multiplier;
    int32_t shift;

    [[gnu::always_inline]] words rescaled(words x) const {
        const words product = doubled_high_product(x, multiplier);
        return shift_rounded(product + (product >> 31), shift);
    }
};

/// tflite: of the operand with the larger scale exactly the half is taken, which is `plain`; so is
/// the other's where the scales are equal.
template <bool IsPlain>
struct tflite_addition {
    int32_t halved;
    int32_t plain;
    tflite_factor other;
    tflite_factor total;

    explicit tflite_addition(const binary_layer<int8_t>& layer)
        : halved(is_half(layer, 0) ? 0 : 1),
          plain(layer.multipliers[halved] >> 11),
          other{layer.multipliers[1 - halved], layer.shifts[1 - halved]},
          total{layer.multipliers[2], layer.shifts[2]} {
        if (IsPlain) other.multiplier >>= 11;
    }
    /// Whether operand i is multiplied by 1/2 or -1/2.
    static constexpr bool is_half(const binary_layer<int8_t>& layer, int i) {
        const int32_t m = layer.multipliers[i];
        return (m == 1 << 30 || m == -(1 << 30)) && layer.shifts[i] == 0;
    }
    static constexpr bool applies(const binary_layer<int8_t>& layer) {
        const bool first = is_half(layer, 0), second = is_half(layer, 1);
        if (layer.shifts[2] >= 0 || !(first || second)) return false;
        return IsPlain ? first && second : first != second && layer.shifts[first ? 1 : 0] < 0;
    }

    [[gnu::always_inline]] words operator()(lane_pair x) const {
        const words first = multiply(x.a, plain);
        if constexpr (IsPlain) return total.rescaled(first + multiply(x.b, other.multiplier));
        return total.rescaled(first + other.rescaled(x.b << 20));
    }
};

/// A product rescaled.
template <rounding Rounds>
struct rescaled_product {
    common_scale<Rounds, 18> scale;

    constexpr explicit rescaled_product(const binary_layer<int8_t>& layer)
        : scale({layer.multipliers[0], layer.shifts[0]}) {}
    [[gnu::always_inline]] words operator()(lane_pair x) const { return scale(x.a * x.b); }
};

/// `count` elements, a multiple of eight. `b` is the operand that is not halved.
template <class Units>
[[gnu::always_inline]] inline void combine_eights(const Units& units, const int8_t* a,
                                                  const int8_t* b, int32_t zero_a, int32_t zero_b,
                                                  const result_codes& codes, int32_t count,
                                                  int8_t* out) {
    const halves low = all_halves(codes.low), high = all_halves(codes.high);
    const int32_t zero_point = codes.zero_point;
    for (const int8_t* end = a + count; a != end; a += 8, b += 8, out += 8) {
        const halves x = add(widen_8(a), -zero_a), y = add(widen_8(b), -zero_b);
        const words even = units({even_words(x), even_words(y)});
        const words odd = units({odd_words(x), odd_words(y)});
        const halves sums = add_saturated(narrow(even, odd), zero_point);
        store_lowest(out, smaller(larger(sums, low), high));
    }
}

/// What is left of a row is combined one by one.
template <binary_key G, class Units>
[[gnu::noinline]] inline void combine_rows_of(const binary_layer<int8_t>& layer, const Units units,
                                              bool swaps, int8_t* out, int32_t row_count,
                                              const row_window<int8_t>& window_a,
                                              const row_window<int8_t>& window_b) {
    const int32_t count = layer.width * layer.channels, eights = count & ~7;
    const int32_t zero_a = layer.zero_point_a, zero_b = layer.zero_point_b;
    const result_codes codes = layer.codes;
    for (int32_t y = 0; y < row_count; ++y, out += count) {
        const int8_t* a = window_a(is_fixed(G.broadcast, 0) ? 0 : y);
        const int8_t* b = window_b(is_fixed(G.broadcast, 1) ? 0 : y);
        if (swaps)
            combine_eights(units, b, a, zero_b, zero_a, codes, eights, out);
        else
            combine_eights(units, a, b, zero_a, zero_b, codes, eights, out);
        for (int32_t i = eights; i < count; ++i) out[i] = combine<G, int8_t>(layer, a[i], b[i]);
    }
}

}  // namespace helium_kernels

/// Sums by tflite's rule: first where both scales are equal, second where they are not.
template <binary_key G>
    requires((adds_bytes(G) || multiplies_bytes(G)) && has_full_rows(G))
[[gnu::always_inline]] constexpr int8_t variant_of(const helium_tag&,
                                                   const binary_layer<int8_t>& layer) {
    using namespace helium_kernels;
    if constexpr (multiplies_bytes(G))
        return rescaled_product<G.rounds>(layer).scale.applies() ? first_variant : portable_variant;
    else if constexpr (G.rounds == rounding::nearest)
        return nearest_addition::applies(layer) ? first_variant : portable_variant;
    else
        return tflite_addition<true>::applies(layer)    ? first_variant
               : tflite_addition<false>::applies(layer) ? second_variant
                                                        : portable_variant;
}

template <binary_key G>
    requires((adds_bytes(G) || multiplies_bytes(G)) && has_full_rows(G))
[[gnu::always_inline]] inline void rows(const helium_tag& tag, const binary_layer<int8_t>& layer,
                                        int8_t* out, int32_t row_count,
                                        const row_window<int8_t>& window_a,
                                        const row_window<int8_t>& window_b) {
    const auto run = [&](const auto& units, bool swaps) {
        helium_kernels::combine_rows_of<G>(layer, units, swaps, out, row_count, window_a, window_b);
    };
    const int8_t variant = variant_for<G>(tag, layer);
    if (variant == portable_variant)
        return rows<G>(portable_tag{}, layer, out, row_count, window_a, window_b);
    if constexpr (multiplies_bytes(G))
        run(helium_kernels::rescaled_product<G.rounds>(layer), false);
    else if constexpr (G.rounds == rounding::nearest)
        run(helium_kernels::nearest_addition(layer), false);
    else if (const helium_kernels::tflite_addition<false> unequal(layer); variant == second_variant)
        run(unequal, unequal.halved == 1);
    else
        run(helium_kernels::tflite_addition<true>(layer), false);
}

}  // namespace tigris::kernels
