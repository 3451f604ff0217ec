// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/support/float_functions.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

namespace {

constexpr int points = 41;

/// A function's floats at points from -2 to 2, as compilers evaluate it.
struct evaluated {
    float at[points];
};
template <class F>
constexpr evaluated evaluate(F function) {
    evaluated made{};
    for (int i = 0; i < points; ++i) made.at[i] = function(float(i - 20) / 10);
    return made;
}

/// Whether it is the nearest float or its neighbor. The reference is double precision's.
template <class F>
void check(const evaluated& made, F reference) {
    for (int i = 0; i < points; ++i) {
        const double exact = reference(double(float(i - 20) / 10));
        CAPTURE(i);
        if (std::isnan(exact))
            CHECK(std::isnan(made.at[i]));
        else if (std::isinf(exact))
            CHECK(double(made.at[i]) == exact);
        else
            CHECK(std::abs(made.at[i] - exact) <= std::abs(exact) * 0x1p-24 * 1.001);
    }
}

}  // namespace

#define CHECK_FUNCTION(name)                                                          \
    do {                                                                              \
        constexpr evaluated made = evaluate([](float x) { return tigris::name(x); }); \
        check(made, [](double x) { return std::name(x); });                           \
    } while (false)

TEST_CASE("compilers evaluate functions of floats to the nearest float") {
    CHECK_FUNCTION(acos);
    CHECK_FUNCTION(acosh);
    CHECK_FUNCTION(asin);
    CHECK_FUNCTION(asinh);
    CHECK_FUNCTION(atan);
    CHECK_FUNCTION(atanh);
    CHECK_FUNCTION(ceil);
    CHECK_FUNCTION(cos);
    CHECK_FUNCTION(cosh);
    CHECK_FUNCTION(erf);
    CHECK_FUNCTION(erfc);
    CHECK_FUNCTION(expm1);
    CHECK_FUNCTION(floor);
    CHECK_FUNCTION(log1p);
    CHECK_FUNCTION(sin);
    CHECK_FUNCTION(sinh);
    CHECK_FUNCTION(sqrt);
    CHECK_FUNCTION(tan);
    CHECK_FUNCTION(tanh);
}

TEST_CASE("functions of two floats") {
    static_assert(tigris::pow(2.0f, 10.0f) == 1024.0f);
    static_assert(tigris::pow(2.0f, 200.0f) == __builtin_huge_valf());
    static_assert(tigris::fmod(7.5f, 2.0f) == 1.5f);
    static_assert(tigris::fmod(-7.5f, 2.0f) == -1.5f);
    volatile float base = 3, exponent = 0.5f;
    CHECK(tigris::pow(base, exponent) == std::pow(3.0f, 0.5f));
}

TEST_CASE("doubles beyond the floats are infinite") {
    constexpr double largest = double(std::numeric_limits<float>::max());
    static_assert(tigris::narrowed(largest) == std::numeric_limits<float>::max());
    static_assert(tigris::narrowed(1e39) == std::numeric_limits<float>::infinity());
    static_assert(tigris::narrowed(-1e39) == -std::numeric_limits<float>::infinity());
    static_assert(tigris::narrowed(0.1) == 0.1f);
    CHECK(std::isnan(tigris::narrowed(std::nan(""))));
}
