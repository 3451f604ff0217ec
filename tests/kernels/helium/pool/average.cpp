// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/helium/pool/average.hpp>

#include <helpers/backend_pools.hpp>
#include <tigris/kernels/helium/facts.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

namespace {

/// All sums that `count` codes can have, eight neighbors at once.
template <rounding R>
bool sums_are_divided(int32_t count, int16_t zero_point) {
    const rescaling r{.zero_point_in = zero_point, .codes = {zero_point, -128, 127}};
    helium_kernels::code_means<R> means(r);
    means.divide_by(count);
    for (int32_t first = -128 * count; first <= 127 * count - 7; ++first) {
        helium_kernels::halves sums{}, codes;
        for (int32_t i = 0; i < 8; ++i) sums[i] = int16_t(first + i);
        if (!means.average(sums, codes)) return false;
        if (codes[first & 7] != average<R, false, int8_t>(sums[first & 7], count, r)) return false;
    }
    return true;
}

}  // namespace

TEST_CASE("codes of any number of taps are divided exactly") {
    for (int32_t count = 1; count <= most_averaged_taps; ++count) {
        const bool to_even = sums_are_divided<rounding::nearest>(count, 0) &&
                             sums_are_divided<rounding::nearest>(count, -5);
        const bool away_from_zero = sums_are_divided<rounding::tflite>(count, 0);
        CHECK_MESSAGE(to_even, count);
        CHECK_MESSAGE(away_from_zero, count);
    }
}

TEST_CASE("averages over windows") {
    check_averages<helium_tag>();
    constexpr ops::window padded{3, 3, 1, 1, 1, 1, 1, 1, 1, 1};
    constexpr auto average = ops::pool_function::average;
    check_pools<helium_tag, pool_settings{.window = padded, .channels = 32, .function = average}>();
    check_pools<helium_tag, pool_settings{.window{2, 2, 2, 2},
                                          .channels = 39,
                                          .one_quantization = false,
                                          .function = average}>();
}
