// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/support/half.hpp>

#include <helpers/random.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <initializer_list>

using namespace tigris;

namespace {

/// By the definition of binary16, of finite numbers.
double ideal(uint16_t bits) {
    const int exponent = bits >> 10 & 31, fraction = bits & 1023;
    const double size =
        exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25);
    return bits >> 15 ? -size : size;
}

constexpr uint16_t infinity = 0x7C00;

/// Whether `found` is the nearest half to x, or the even one of two.
bool is_nearest(float x, uint16_t found) {
    if ((found & 0x7FFF) == infinity) return std::fabs(x) >= 65520;
    const double error = std::fabs(double(x) - ideal(found));
    for (const int step : {-1, 1}) {
        const auto other = uint16_t(found + step);
        if ((other & 0x7FFF) >= infinity || (other ^ found) >> 15) continue;
        const double further = std::fabs(double(x) - ideal(other));
        if (further < error || (further == error && (found & 1))) return false;
    }
    return true;
}

}  // namespace

TEST_CASE("every half is the float that its definition says, and comes back") {
    for (int bits = 0; bits < 0x10000; ++bits) {
        const half h{uint16_t(bits)};
        const float x = to_float(h);
        if ((bits & 0x7FFF) > infinity) {
            REQUIRE(std::isnan(x));
            REQUIRE(std::isnan(to_float(to_half(x))));
            continue;
        }
        if ((bits & 0x7FFF) == infinity)
            REQUIRE(std::isinf(x));
        else
            REQUIRE(double(x) == ideal(h.bits));
        REQUIRE(std::signbit(x) == (bits >> 15 != 0));
        REQUIRE(to_half(x).bits == bits);
    }
}

TEST_CASE("floats become the nearest half, ties the even one") {
    test::random_numbers r(1);
    for (int i = 0; i < 200000; ++i) {
        const uint32_t pattern =
            uint32_t(r.between(0, 0xFFFF)) << 16 | uint32_t(r.between(0, 0xFFFF));
        float x;
        std::memcpy(&x, &pattern, sizeof x);
        if (x == x) REQUIRE(is_nearest(x, to_half(x).bits));
    }
    for (int bits = 0; bits < infinity; ++bits) {  // all ties, and what lies beside them
        const auto tie = float((ideal(uint16_t(bits)) + ideal(uint16_t(bits + 1))) / 2);
        if (bits + 1 == infinity) continue;
        for (const float x : {tie, std::nextafter(tie, 0.0f), std::nextafter(tie, 1e9f)}) {
            REQUIRE(is_nearest(x, to_half(x).bits));
            REQUIRE(is_nearest(-x, to_half(-x).bits));
        }
    }
    CHECK(to_half(65504).bits == 0x7BFF);
    CHECK(to_half(65519.996f).bits == 0x7BFF);
    CHECK(to_half(65520).bits == infinity);
}

static_assert(to_float(half{0x3C00}) == 1 && to_half(-2).bits == 0xC000);
