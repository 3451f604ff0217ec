// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What averages of codes are, as plainly as possible.

#include <helpers/rounding_models.hpp>
#include <tigris/kernels/arithmetic/rescaling.hpp>

namespace tigris::test {

/// The integer nearest to x; of two, the even one.
constexpr int64_t half_even(double x) {
    int64_t down = int64_t(x);
    if (double(down) > x) --down;
    const double rest = x - double(down);
    return down + (rest > 0.5 || (rest == 0.5 && down % 2 != 0) ? 1 : 0);
}

/// TFLite's AVERAGE_POOL_2D on raw codes: truncating division, a half count away from zero.
constexpr int64_t half_away(int64_t sum, int64_t count) {
    return sum > 0 ? (sum + count / 2) / count : (sum - count / 2) / count;
}

/// TFLite's MEAN: the multiplier absorbs the count.
constexpr int64_t tflite_mean(int64_t sum, int64_t count, fixed_multiplier m) {
    int bits = 0;
    while (count >> (bits + 1)) ++bits;
    bits = bits > 31 + m.shift ? 31 + m.shift : bits;
    return tflite_scaled(
        sum, {int32_t((int64_t(m.multiplier) << bits) / count), int8_t(m.shift - bits)});
}

/// Whether `got` is the average of `count` elements: `existing` codes that add up to `sum`, and
/// zeros. `mean` says that it was a ReduceMean.
constexpr bool is_average(int32_t got, int64_t sum, int existing, int count, rounding rounds,
                          const kernels::rescaling& r, bool mean) {
    const int64_t units = sum - existing * r.zero_point_in;
    const bool one_quantization = r.is_identity();
    if (count == 0) return got == clamp_to(r.codes.zero_point, r.codes);
    if (rounds == rounding::tflite && one_quantization && !mean)
        return got ==
               clamp_to(half_away(sum + (count - existing) * r.zero_point_in, count), r.codes);
    if (rounds == rounding::tflite)
        return got ==
               clamp_to(tflite_mean(units, count, r.multiplier) + r.codes.zero_point, r.codes);
    const double quotient = double(units) / count;
    if (one_quantization) return got == clamp_to(half_even(quotient) + r.codes.zero_point, r.codes);
    return is_nearest(got, quotient * real_of(r.multiplier), r.codes);
}

}  // namespace tigris::test
