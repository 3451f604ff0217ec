// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/fast_int8/averages_of_bytes.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::kernels;

namespace {

constexpr pool_key average(int16_t rows, int16_t columns) {
    return {.window = {.kernel_h = rows, .kernel_w = columns},
            .function = ops::pool_function::average,
            .in = dtype::i8,
            .out = dtype::i8};
}

/// Whether 16 bits hold the sum of so many codes, of which the farthest from 0 is -128, and whether
/// they hold codes from 0 up and half as many units more.
constexpr bool hold_codes(int count) { return count * 128 < 1 << 15; }
constexpr bool hold_average(int taps) { return taps * 255 + taps / 2 < 1 << 15; }

}  // namespace

TEST_CASE("16 bits hold the most codes, and no more") {
    CHECK(hold_codes(codes_in_halves));
    CHECK_FALSE(hold_codes(codes_in_halves + 1));
    CHECK(hold_average(most_averaged_taps));
}

TEST_CASE("averages of bytes have as many taps as a kernel holds") {
    CHECK(averages_bytes(average(127, 1)));
    CHECK_FALSE(averages_bytes(average(2, 64)));
    CHECK(averages_bytes(average(3, 85), codes_in_halves));
    CHECK_FALSE(averages_bytes(average(4, 64), codes_in_halves));
}

TEST_CASE("ReduceMean is an average, too, a maximum is none") {
    pool_key mean = average(2, 2), largest = mean, wide = mean, numbers = mean;
    mean.function = ops::pool_function::mean, largest.function = ops::pool_function::max;
    wide.in = dtype::i16, numbers.out = dtype::f32;
    CHECK(averages_bytes(mean));
    CHECK_FALSE((averages_bytes(largest) || averages_bytes(wide) || averages_bytes(numbers)));
}
