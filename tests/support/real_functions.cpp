// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/support/real_functions.hpp>

#include <helpers/random.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <initializer_list>

namespace {

constexpr double bound = 1e-12;  // what the header promises

/// Compares at 2000 places in [low, high] and at as many near 0.
template <class Function, class Reference>
void check(const char* name, Function function, Reference reference, double low, double high) {
    tigris::test::random_numbers random(5);
    for (int i = 0; i < 4000; ++i) {
        double x = low + random.unit() * (high - low);
        if (i % 2) x *= std::ldexp(1.0, -random.between(0, 40));
        x = double(float(x));
        if (x < low || x > high) continue;
        const double exact = reference(x);
        CAPTURE(name);
        CAPTURE(x);
        REQUIRE(std::abs(function(x) - exact) <= std::abs(exact) * bound);
    }
}

}  // namespace

#define CHECK_FUNCTION(name, low, high)                                                         \
    check(                                                                                      \
        #name, [](double x) { return tigris::name(x); }, [](double x) { return std::name(x); }, \
        low, high)

TEST_CASE("functions of doubles stay within their bound") {
    CHECK_FUNCTION(sqrt, 0, 1e30);
    CHECK_FUNCTION(log, 1e-30, 1e30);
    CHECK_FUNCTION(log1p, -0.999, 1e30);
    CHECK_FUNCTION(expm1, -100, 88);
    CHECK_FUNCTION(tanh, -20, 20);
    CHECK_FUNCTION(sinh, -88, 88);
    CHECK_FUNCTION(cosh, -88, 88);
    CHECK_FUNCTION(asinh, -1e30, 1e30);
    CHECK_FUNCTION(acosh, 1, 1e30);
    CHECK_FUNCTION(atanh, -0.999, 0.999);
    CHECK_FUNCTION(atan, -1e6, 1e6);
    CHECK_FUNCTION(asin, -1, 1);
    CHECK_FUNCTION(erf, -6, 6);
    CHECK_FUNCTION(erfc, -6, 9);
    CHECK_FUNCTION(sin, -3, 3);
    CHECK_FUNCTION(cos, -1.5, 1.5);
    CHECK_FUNCTION(tan, -1.5, 1.5);
    CHECK_FUNCTION(acos, -1, 0.99);
}

TEST_CASE("sines of large numbers lose nothing but what their zeros take") {
    for (const double x : {100.0, 12345.0, 800001.0, 1e10, 3e38}) {
        const double of = double(float(x));
        CHECK(std::abs(tigris::sin(of) - std::sin(of)) < 1e-12);
        CHECK(std::abs(tigris::cos(of) - std::cos(of)) < 1e-12);
    }
}

TEST_CASE("integers toward minus infinity, halves to even") {
    for (const double x : {-2.5, -1.5, -0.5, 0.5, 1.5, 2.5, -2.4, 2.6, 7.0, 1e300}) {
        CHECK(tigris::floor(x) == std::floor(x));
        CHECK(tigris::ceil(x) == std::ceil(x));
        CHECK(tigris::round_half_even(x) == std::nearbyint(x));
    }
    CHECK(std::signbit(tigris::floor(-0.0)));
    CHECK(std::signbit(tigris::round_half_even(-0.25)));
}

TEST_CASE("powers and remainders have IEC 60559's special cases") {
    const double values[]{-1e300, -3, -2.5, -1, -0.0, 0.0, 0.25, 1, 2, 7.5, HUGE_VAL, -HUGE_VAL};
    for (const double x : values)
        for (const double y : values) {
            CAPTURE(x);
            CAPTURE(y);
            const double exact = std::pow(x, y), made = tigris::pow(x, y);
            if (std::isnan(exact))
                CHECK(std::isnan(made));
            else if (std::isinf(exact) || exact == 0)
                CHECK(made == exact);
            else
                CHECK(std::abs(made - exact) <= std::abs(exact) * bound);
        }
    for (const double x : {7.5, -7.5, 1e18, 3.0, 0.1})
        for (const double y : {2.0, -2.0, 0.3, 1e-3}) CHECK(tigris::fmod(x, y) == std::fmod(x, y));
}

TEST_CASE("outside of their domains functions are no numbers") {
    CHECK(std::isnan(tigris::sqrt(-1.0)));
    CHECK(std::isnan(tigris::log(-1.0)));
    CHECK(tigris::log(0.0) == -HUGE_VAL);
    CHECK(std::isnan(tigris::acosh(0.5)));
    CHECK(std::isnan(tigris::atanh(1.5)));
    CHECK(tigris::atanh(-1.0) == -HUGE_VAL);
    CHECK(std::isnan(tigris::asin(1.5)));
    CHECK(std::isnan(tigris::sin(HUGE_VAL)));
    CHECK(std::isnan(tigris::exp(std::nan(""))));
}
