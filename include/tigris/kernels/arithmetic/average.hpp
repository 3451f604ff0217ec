// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Averages of quantized elements, under both rounding rules (docs/reference/quantization.md).

#include <tigris/kernels/arithmetic/rescaling.hpp>

namespace tigris::kernels {

/// n / d, halves to even.
template <class Unsigned>
constexpr Unsigned quotient_half_even(Unsigned n, Unsigned d) {
    const Unsigned down = n / d, rest = n - down * d, other = d - rest;
    return down + (rest > other || (rest == other && (down & 1)) ? 1 : 0);
}

/// sum * m / count, exact but for one rounding, halves to even. The operands are those of averages
/// of 8-bit elements, |sum| <= 255 * count and count < 2^23, or of 16-bit ones, count < 2^16.
constexpr int64_t scaled_mean(int32_t sum, int32_t count, fixed_multiplier m) {
    const uint32_t magnitude = uint32_t(sum < 0 ? -sum : sum);
    const int bits = 31 - m.shift;
    uint64_t mean = 0;
    if (is_one(m))
        mean = quotient_half_even(magnitude, uint32_t(count));
    else if (bits <= (count < 1 << 16 ? 47 : 40))  // beyond, less than one half of any mean
        mean = quotient_half_even(uint64_t(magnitude) * uint32_t(m.multiplier), uint64_t(count)
                                                                                    << bits);
    return sum < 0 ? -int64_t(mean) : int64_t(mean);
}

/// n / d, halves away from zero.
constexpr int32_t quotient_half_away(int32_t n, int32_t d) {
    return n > 0 ? (n + d / 2) / d : (n - d / 2) / d;
}

/// m / count, for sums of `count` elements. Source: TFLite, QuantizedMeanOrSum.
constexpr fixed_multiplier divided(fixed_multiplier m, int32_t count) {
    int bits = 31 - __builtin_clz(uint32_t(count));
    if (bits > 31 + m.shift) bits = 31 + m.shift;
    return {int32_t((int64_t(m.multiplier) << bits) / count), int8_t(m.shift - bits)};
}

/// Averages of `count` codes that add up to a sum. tflite: MEAN, or AVERAGE_POOL_2D, which knows
/// only tensors of one quantization; between others MEAN's rule serves both.
template <rounding Rounds, bool Mean>
struct averaging {
    rescaling codes{};
    int32_t count = 1;
    bool divides_sums = true;
    fixed_multiplier by{};

    /// `of_one` is divided(r.multiplier, of) for tflite.
    constexpr averaging(int32_t of, const rescaling& r, fixed_multiplier of_one)
        : codes(r), count(of), divides_sums(!Mean && r.is_identity()), by(of_one) {}
    /// For a count that is known only in the call; divided() runs here.
    constexpr averaging(int32_t of, const rescaling& r) : averaging(of, r, {}) {
        if (Rounds == rounding::tflite && !divides_sums) by = divided(r.multiplier, of);
    }
    template <class Out>
    constexpr Out code(int32_t sum) const {
        const int32_t units = sum - count * codes.zero_point_in;
        if constexpr (Rounds == rounding::nearest)
            return encode<Out>(scaled_mean(units, count, codes.multiplier), codes.codes);
        else if (divides_sums)
            return encode<Out>(quotient_half_away(sum, count) - codes.codes.zero_point,
                               codes.codes);
        else
            return encode<Out>(requantize<Rounds>(units, by), codes.codes);
    }
};

template <rounding Rounds, bool Mean, class Out>
constexpr Out average(int32_t sum, int32_t count, const rescaling& r) {
    return averaging<Rounds, Mean>(count, r).template code<Out>(sum);
}

}  // namespace tigris::kernels
