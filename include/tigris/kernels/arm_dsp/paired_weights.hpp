// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The orders of weights that the tool makes for the DSP extension: two outputs' weights in one
// 16-bit number, so that one instruction multiplies both, and one takes the first out.

#include <tigris/model/weight_facts.hpp>
#include <tigris/model/weight_order.hpp>

namespace tigris::kernels::arm_dsp_kernels {

/// A pair: 256 * second + first. Let `sum` be the sum of products of the first, and `sums` that of
/// both. Then (sums - sum) / 256 is the sum for the second, if it is less than 2^23.
constexpr int32_t paired(int32_t first, int32_t second) { return 256 * second + first; }

/// Whether pairs fit 16 bits, and products with codes add up to less than 2^23.
constexpr bool can_be_paired(const weight_facts& f) {
    return f.lowest >= -127 && f.largest_sum < (1 << 23) / 128;
}

/// Where an element of an output lies: words before its own, and which half that is.
struct half_place {
    int32_t word;
    int32_t half;
};

/// The place of element `k` of span `row`. Of four elements, 0 and 2 make the first word, 1 and 3
/// the second, as widen() leaves pixels. What is left of each two spans follows (weight_extents).
constexpr half_place place_of(const weight_extents& e, int32_t row, int32_t k) {
    const int32_t two = row / 2 * 2, fours = e.in_fours() / 2;
    const int32_t before = two * fours + two / 2 * e.rest();
    if (k < e.in_fours()) return {before + row % 2 * fours + k / 4 * 2 + k % 2, k % 4 / 2};
    const int32_t spans = e.rows - two < 2 ? 1 : 2;
    return {before + spans * fours + k - e.in_fours(), row % 2};
}

/// Whether output `o` is one of four whose words lie in turn.
constexpr bool lies_in_four(weight_order order, const weight_extents& e, int32_t o) {
    return order == weight_order::arm_dsp_fours && o / 4 * 4 + 4 <= e.padded_outputs();
}

/// Bytes before the pair that holds half `at` of output `o`. arm_dsp_pairs: outputs two by two,
/// each two with all their words. arm_dsp_fours: four by four, a word of the first two and one of
/// the others in turn; two that remain as before.
constexpr int32_t place_of_pair(weight_order order, const weight_extents& e, int32_t o,
                                half_place at) {
    if (lies_in_four(order, e, o))
        return o / 4 * 4 * e.depth() + 8 * at.word + 4 * (o % 4 / 2) + 2 * at.half;
    return o / 2 * 2 * e.depth() + 4 * at.word + 2 * at.half;
}

/// Canonical weights in an order of pairs; `to` has room for stored_elements(). Requires
/// can_be_paired().
constexpr void arrange_pairs(weight_order order, const weight_extents& e, const int8_t* from,
                             int8_t* to) {
    const auto weight = [&](int32_t o, int32_t row, int32_t k) -> int32_t {
        return o < e.outputs ? from[(o * e.rows + row) * e.span + k] : 0;
    };
    for (int32_t i = 0; i < e.padded_outputs() * e.depth(); ++i) to[i] = 0;
    for (int32_t o = 0; o < e.padded_outputs(); o += 2)
        for (int32_t row = 0; row < e.rows; ++row)
            for (int32_t k = 0; k < e.span; ++k) {
                const int32_t pair = paired(weight(o, row, k), weight(o + 1, row, k));
                const int32_t place = place_of_pair(order, e, o, place_of(e, row, k));
                to[place] = int8_t(pair);
                to[place + 1] = int8_t(pair >> 8);
            }
}

}  // namespace tigris::kernels::arm_dsp_kernels
