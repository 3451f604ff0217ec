// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/support/math.hpp>

#include <helpers/random.hpp>

#include <doctest/doctest.h>

#include <cmath>

using namespace tigris;

TEST_CASE("integers are divided toward minus infinity") {
    for (int32_t a = -20; a <= 20; ++a)
        for (int32_t b = 1; b <= 7; ++b) {
            CAPTURE(a);
            CAPTURE(b);
            CHECK(floor_divide(a, b) == int32_t(std::floor(double(a) / b)));
        }
    static_assert(floor_divide(-1, 1000) == -1);
    static_assert(floor_divide(INT32_MIN + 1000, 1000) == -2147483);
}

TEST_CASE("floats are rounded half to even") {
    for (int i = -4000; i <= 4000; ++i) {
        const float x = float(i) / 8;
        CHECK(round_half_even(x) == std::nearbyint(x));
    }
    CHECK(round_half_even(8388609.0f) == 8388609.0f);
    CHECK(round_half_even(-1e30f) == -1e30f);
    CHECK(std::isnan(round_half_even(NAN)));
}

TEST_CASE("powers of two are exact") {
    for (int k = -1022; k <= 1023; ++k) REQUIRE(power_of_two(k) == std::ldexp(1.0, k));
    for (int k = -126; k <= 127; ++k) REQUIRE(float_power_of_two(k) == std::ldexp(1.0f, k));
}

TEST_CASE("e^x of doubles is right to a unit in the last place or two") {
    test::random_numbers random(3);
    for (int i = 0; i < 20000; ++i) {
        const double x = (random.unit() - 0.5) * 1400, exact = std::exp(x);
        REQUIRE(std::abs(tigris::exp(x) - exact) <= exact * 0x1p-51);
    }
    CHECK(tigris::exp(0.0) == 1);
    CHECK(tigris::exp(710.0) == HUGE_VAL);
    CHECK(tigris::exp(-800.0) == 0);
    CHECK(std::isnan(tigris::exp(double(NAN))));
}

TEST_CASE("e^x of floats has a relative error below 2e-7") {
    test::random_numbers random(4);
    for (int i = 0; i < 20000; ++i) {
        const auto x = float((random.unit() - 0.5) * 174);
        const double exact = std::exp(double(x));
        REQUIRE(std::abs(double(tigris::exp(x)) - exact) <= exact * 2e-7);
    }
    CHECK(tigris::exp(89.0f) == HUGE_VALF);
    CHECK(tigris::exp(-104.0f) == 0);
    CHECK(double(tigris::exp(-100.0f)) == doctest::Approx(std::exp(-100.0)).epsilon(0.03));
    CHECK(std::isnan(tigris::exp(NAN)));
}

TEST_CASE("logarithms of floats, of those that are not normal, too") {
    test::random_numbers random(6);
    for (int i = 0; i < 20000; ++i) {
        const float x = std::ldexp(float(1 + random.unit()), random.between(-148, 126));
        const double exact = std::log(double(x));
        REQUIRE(std::abs(double(tigris::log(x)) - exact) <= 1e-6 * std::abs(exact) + 1.5e-7);
    }
    CHECK(tigris::log(1.0f) == 0);
    CHECK(tigris::log(0.0f) == -HUGE_VALF);
    CHECK(tigris::log(HUGE_VALF) == HUGE_VALF);
    CHECK(std::isnan(tigris::log(-1.0f)));
    CHECK(std::isnan(tigris::log(NAN)));
}
