// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/support/fixed_point.hpp>

#include <helpers/random.hpp>

#include <doctest/doctest.h>

#include <cmath>

using namespace tigris;

namespace {

constexpr int32_t half_of_all = 1 << 30;

double value_of(const fixed_multiplier& m) { return std::ldexp(m.multiplier, m.shift - 31); }

}  // namespace

TEST_CASE("a multiplier is the real number to 31 bits") {
    test::random_numbers random(7);
    for (int i = 0; i < 2000; ++i) {
        const double real = std::ldexp(1 + random.unit(), random.between(-31, 28));
        const fixed_multiplier m = quantized_multiplier(real);
        CAPTURE(real);
        CHECK(m.multiplier >= half_of_all);
        CHECK(std::abs(value_of(m) - real) <= real * 0x1p-31);
    }
}

TEST_CASE("powers of two are exact, and what rounds up to one is one") {
    static_assert(quantized_multiplier(1) == fixed_multiplier{half_of_all, 1});
    static_assert(quantized_multiplier(0.5) == fixed_multiplier{half_of_all, 0});
    static_assert(quantized_multiplier(1 - 0x1p-40) == fixed_multiplier{half_of_all, 1});
    static_assert(quantized_multiplier(0.75) == fixed_multiplier{3 << 29, 0});
    CHECK(value_of(quantized_multiplier(0.75)) == 0.75);
}

TEST_CASE("what is too small is 0, what is too large the largest") {
    static_assert(quantized_multiplier(0) == fixed_multiplier{});
    static_assert(quantized_multiplier(-1) == fixed_multiplier{});
    static_assert(quantized_multiplier(0x1p-33) == fixed_multiplier{});
    static_assert(quantized_multiplier(0x1p-32) == fixed_multiplier{half_of_all, -31});
    static_assert(quantized_multiplier(0x1p30) == fixed_multiplier{INT32_MAX, 30});
    static_assert(quantized_multiplier(1e30) == fixed_multiplier{INT32_MAX, 30});
    CHECK(value_of(quantized_multiplier(0x1p29)) == 0x1p29);
}
