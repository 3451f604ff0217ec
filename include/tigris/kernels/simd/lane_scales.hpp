// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Eight integers rescaled side by side, as kernels/requantize.hpp does one.

#include <tigris/kernels/result_codes.hpp>
#include <tigris/kernels/simd/lanes.hpp>

namespace tigris::kernels::simd {

/// Eight multipliers, and shifts to the right.
struct lane_scales {
    using numbers = lanes<int32_t, 8>;
    using products = lanes<uint64_t, 4>;

    numbers multipliers{}, right{};

    /// (product + half) >> bits of 64-bit products. Made positive first, because no instruction
    /// shifts them with their sign: |product| <= 2^62.
    [[gnu::always_inline]] static products rounded(products product, products bits) {
        const products one = {1, 1, 1, 1}, offset = one << 62;
        return ((product + offset + (one << (bits - 1))) >> bits) - (offset >> bits);
    }
    /// Products of the even lanes and of the odd ones, shifted by 31 and `right`, halves up.
    [[gnu::always_inline]] numbers shifted(products even, products odd) const {
        const products bits = products(right + 31), low = products{} + 0xffffffff;
        return numbers((rounded(even, bits & low) & low) | (rounded(odd, bits >> 32) << 32));
    }
    /// As requantize<rounding::nearest> with shifts of at most 0.
    [[gnu::always_inline]] numbers nearest(numbers x) const {
        return shifted(multiply_even(x, multipliers),
                       multiply_even(odd_lanes(x), odd_lanes(multipliers)));
    }
    /// The doubled product's high word, then halves away from zero, as requantize<rounding::tflite>
    /// with shifts of at most 0.
    [[gnu::always_inline]] numbers tflite(numbers x) const {
        const products half = products{} + (1u << 30), high = products{} + (~uint64_t(0) << 32);
        const products even = multiply_even(x, multipliers) + half;
        const products odd = multiply_even(odd_lanes(x), odd_lanes(multipliers)) + half;
        const numbers product = numbers(((even >> 31) & ~high) | ((odd << 1) & high));
        using words = lanes<uint32_t, 8>;
        const numbers mask = numbers(((words{} + 1) << words(right)) - 1);
        const numbers threshold = (mask >> 1) - numbers(product < 0);
        return (product >> right) - numbers((product & mask) > threshold);
    }
    template <rounding Rounds>
    [[gnu::always_inline]] numbers rescaled(numbers x) const {
        return Rounds == rounding::nearest ? nearest(x) : tflite(x);
    }
};

/// add_saturated() of kernels/requantize.hpp.
[[gnu::always_inline]] inline lanes<int32_t, 8> add_saturated(lanes<int32_t, 8> a,
                                                              lanes<int32_t, 8> b) {
    using numbers = lanes<int32_t, 8>;
    using words = lanes<uint32_t, 8>;
    const numbers sum = numbers(words(a) + words(b));
    const numbers limit = (a >> 31) ^ (numbers{} + INT32_MAX);
    const numbers overflows = ((a ^ sum) & (b ^ sum)) >> 31;
    return (overflows & limit) | (~overflows & sum);
}

/// Codes of eight results, from units above the zero point: encode() of result_codes.hpp.
[[gnu::always_inline]] inline lanes<int32_t, 8> encode_lanes(lanes<int32_t, 8> units,
                                                             const result_codes& codes) {
    using numbers = lanes<int32_t, 8>;
    const numbers zero_point = numbers{} + codes.zero_point;
    const numbers low = numbers{} + codes.low - zero_point;
    const numbers high = numbers{} + codes.high - zero_point;
    return smaller(larger(units, low), high) + zero_point;
}

}  // namespace tigris::kernels::simd
