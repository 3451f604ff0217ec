// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/arithmetic/functions/integers.hpp>

#include <tigris/kernels/arithmetic/functions/binary.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <initializer_list>
#include <limits>

using namespace tigris::kernels;
using binary = tigris::ops::binary_function;

namespace {

__extension__ using wide = __int128;
__extension__ using unsigned_wide = unsigned __int128;

constexpr float infinity = __builtin_huge_valf(), not_a_number = __builtin_nanf("");

/// The number modulo 2^bits, by arithmetic of wider integers.
template <class T>
T wrapped(wide number) {
    const wide range = wide(1) << (8 * sizeof(T));
    const wide rest = (number % range + range) % range;
    const bool is_negative = is_signed<T> && rest >= range / 2;
    return T(is_negative ? rest - range : rest);
}

/// Every pair of these agrees with exact arithmetic.
template <class T>
void check_arithmetic() {
    using limits = std::numeric_limits<T>;
    const T numbers[]{limits::min(),        T(limits::min() + 1), T(-2), T(-1), 0, 1, 2, 7,
                      T(limits::max() - 1), limits::max()};
    for (const T a : numbers)
        for (const T b : numbers) {
            CHECK(calculate<binary::add>(a, b) == wrapped<T>(wide(a) + b));
            CHECK(calculate<binary::subtract>(a, b) == wrapped<T>(wide(a) - b));
            CHECK(calculate<binary::multiply>(a, b) ==
                  wrapped<T>(wide(unsigned_wide(a) * unsigned_wide(b))));
            CHECK(calculate<binary::maximum>(a, b) == (a > b ? a : b));
            CHECK(calculate<binary::greater>(a, b) == (a > b));
            if (b == 0) continue;
            CHECK(calculate<binary::divide>(a, b) == wrapped<T>(wide(a) / b));
            const wide rest = wide(a) % b;
            CHECK(calculate<binary::remainder>(a, b) == T(rest));
            const wide other = rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
            CHECK(calculate<binary::modulo>(a, b) == T(other));
        }
}

}  // namespace

TEST_CASE("integers wrap, divide toward zero, and never overflow") {
    check_arithmetic<int8_t>();
    check_arithmetic<uint8_t>();
    check_arithmetic<int16_t>();
    check_arithmetic<uint16_t>();
    check_arithmetic<int32_t>();
    check_arithmetic<uint32_t>();
    check_arithmetic<int64_t>();
    check_arithmetic<uint64_t>();
}

TEST_CASE("division by zero is 0, and so is its rest") {
    static_assert(calculate<binary::divide>(5, 0) == 0 && calculate<binary::modulo>(5, 0) == 0);
    CHECK(calculate<binary::remainder>(int64_t(-5), int64_t(0)) == 0);
}

TEST_CASE("powers of integers") {
    CHECK(calculate<binary::power>(3, 4) == 81);
    CHECK(calculate<binary::power>(int64_t(-2), 63) == INT64_MIN);
    CHECK(calculate<binary::power>(uint8_t(2), 8) == 0);
    CHECK(calculate<binary::power>(2, -1) == 0);
    CHECK(calculate<binary::power>(-1, int64_t(-3)) == -1);
    CHECK(calculate<binary::power>(9, 0.5f) == 3);
    CHECK(calculate<binary::power>(2.0f, int64_t(-2)) == 0.25f);
}

TEST_CASE("shifts by the width and more leave nothing") {
    CHECK(calculate<binary::shift_left>(uint8_t(0x81), uint8_t(1)) == 2);
    CHECK(calculate<binary::shift_left>(uint8_t(1), uint8_t(8)) == 0);
    CHECK(calculate<binary::shift_right>(UINT64_MAX, uint64_t(63)) == 1);
    CHECK(calculate<binary::shift_right>(UINT64_MAX, uint64_t(64)) == 0);
}

TEST_CASE("what is compared with NaN is NaN, and not greater") {
    for (const float x : {1.0f, infinity, -infinity}) {
        CHECK(std::isnan(calculate<binary::maximum>(x, not_a_number)));
        CHECK(std::isnan(calculate<binary::maximum>(not_a_number, x)));
        CHECK(std::isnan(calculate<binary::minimum>(x, not_a_number)));
        CHECK_FALSE(calculate<binary::greater_or_equal>(x, not_a_number));
    }
}

TEST_CASE("reals divide and leave rests as IEC 60559 says") {
    static_assert(calculate<binary::divide>(-1.0f, 0.0f) == -infinity);
    CHECK(calculate<binary::divide>(1.0f, 0.0f) == infinity);
    CHECK(calculate<binary::remainder>(-5.5f, 2.0f) == -1.5f);
    CHECK(calculate<binary::modulo>(-5.5f, 2.0f) == 0.5f);
}

TEST_CASE("casts cut off, wrap, and are defined beyond the range") {
    CHECK(converted<int8_t>(200) == -56);
    CHECK(converted<uint8_t>(-1.9f) == 255);
    CHECK(converted<int32_t>(1e20f) == INT32_MAX);
    CHECK(converted<int64_t>(-infinity) == INT64_MIN);
    CHECK(converted<uint32_t>(3e9f) == 3000000000u);
    CHECK(converted<uint64_t>(1e19f) == 9999999980506447872u);
    CHECK(converted<uint64_t>(infinity) == UINT64_MAX);
    CHECK(converted<int16_t>(not_a_number) == 0);
    CHECK(converted<bool>(not_a_number));
    CHECK(converted<bool>(0.25f));
    CHECK_FALSE(converted<bool>(-0.0f));
    CHECK(converted<float>(true) == 1);
    CHECK(converted<float>(INT64_MAX) == 9223372036854775808.0f);
}

TEST_CASE("functions of one integer") {
    using unary = tigris::ops::unary_function;
    CHECK(apply_to_integer<unary::abs>(int8_t(-128)) == -128);
    CHECK(apply_to_integer<unary::abs>(-5) == 5);
    CHECK(apply_to_integer<unary::negate>(INT64_MIN) == INT64_MIN);
    CHECK(apply_to_integer<unary::sign>(uint16_t(9)) == 1);
    CHECK(apply_to_integer<unary::sign>(-9) == -1);
    CHECK(apply_to_integer<unary::bitwise_not>(uint8_t(1)) == 254);
    CHECK(apply_to_integer<unary::logical_not>(false));
}
