// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/arithmetic/probability.hpp>

#include <helpers/check.hpp>
#include <helpers/random.hpp>

#include <cmath>
#include <cstdint>
#include <initializer_list>

using namespace tigris;
using namespace tigris::kernels;
using tigris::test::random_numbers;

namespace {

/// Sums of `terms` exponentials, of which one is 1.
std::uint64_t sum_of(random_numbers& r, int terms) {
    std::uint64_t sum = std::uint64_t(1) << 31;
    for (int i = 1; i < terms; ++i) sum += std::uint64_t(r.between(0, INT32_MAX));
    return sum;
}

/// x / 2^bits to nearest, halves to even, by a division.
constexpr bool shifts_like_a_quotient(int most) {
    for (int x = 0; x < most; ++x)
        for (int bits = 1; bits <= 9; ++bits) {
            const int unit = 1 << bits, down = x / unit, rest = x % unit;
            const bool up = 2 * rest > unit || (2 * rest == unit && down % 2 == 1);
            if (shift_half_even(std::uint64_t(x), bits) != std::uint64_t(down + up)) return false;
        }
    return true;
}

}  // namespace

TEST_CASE("shifts round halves to even") {
    TIGRIS_CHECK(shifts_like_a_quotient, 60);
    CHECK(shifts_like_a_quotient(3000));
}

TEST_CASE("shifts by all bits or more leave what rounds") {
    TIGRIS_HOLDS(shift_half_even(std::uint64_t(1) << 62, 63) == 0);
    TIGRIS_HOLDS(shift_half_even((std::uint64_t(1) << 62) + 1, 63) == 1);
    TIGRIS_HOLDS(shift_half_even(std::uint64_t(3) << 62, 63) == 2);
    TIGRIS_HOLDS(shift_half_even(UINT64_MAX >> 1, 64) == 0);
}

TEST_CASE("a sum's bits beyond 32 are counted") {
    TIGRIS_HOLDS(excess_bits(std::uint64_t(1) << 31) == 0);
    TIGRIS_HOLDS(excess_bits(UINT32_MAX) == 0);
    TIGRIS_HOLDS(excess_bits(std::uint64_t(1) << 32) == 1);
}

TEST_CASE("units for an exponential are the quotient, to 31 bits") {
    random_numbers r{3};
    double worst = 0;
    for (const double units : {255.0, 256.0, 127.0 / 3, 32768.0, 0.01})
        for (int terms = 1; terms < 3000; terms += 1 + terms / 4) {
            const std::uint64_t sum = sum_of(r, terms);
            const wide_multiplier m = units_per_exponential(sum, quantized_multiplier(units));
            const double given = std::ldexp(double(m.multiplier), -m.bits);
            worst = std::fmax(worst, std::fabs(given * double(sum) / units - 1));
        }
    CHECK(worst < 0x1p-30);
}

TEST_CASE("units for an exponential are rounded to nearest") {
    int different = 0;
    for (std::uint64_t sum = (std::uint64_t(1) << 32) - 1000; sum < std::uint64_t(1) << 32; ++sum) {
        const double exact = 0x1p62 / double(sum);
        const wide_multiplier m = units_per_exponential(sum, {1 << 30, 1});
        different += std::fabs(double(m.multiplier) - exact) > 0.5 || m.bits != 62;
    }
    CHECK(different == 0);
}

TEST_CASE("one exponential alone has all units") {
    const wide_multiplier m =
        units_per_exponential(std::uint64_t(1) << 31, quantized_multiplier(256));
    CHECK(std::ldexp(double(m.multiplier), 31 - m.bits) == 256);
}

TEST_CASE("the logarithm is the standard library's, to 26 bits") {
    TIGRIS_HOLDS(binary_logarithm(std::uint64_t(1) << 31) == 0);
    TIGRIS_HOLDS(binary_logarithm(std::uint64_t(1) << 40) == std::int64_t(9) << 26);
    random_numbers r{5};
    double worst = 0;
    for (int terms = 1; terms < 100000; terms += 1 + terms / 8) {
        const std::uint64_t sum = sum_of(r, terms);
        const double exact = std::ldexp(std::log2(double(sum)) - 31, 26);
        worst = std::fmax(worst, std::fabs(double(binary_logarithm(sum)) - exact));
    }
    CHECK(worst <= 2);
}
