// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/arithmetic/functions/unary.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>

using tigris::kernels::apply;
using fn = tigris::ops::unary_function;

namespace {

constexpr float infinity = __builtin_huge_valf(), not_a_number = __builtin_nanf("");

/// The largest error in [low, high] of a function of doubles, and of the same function of floats,
/// against one that is known: relative, of values below 1e-30 absolute.
template <tigris::ops::unary_function F, class Known>
void check(double low, double high, Known known, float alpha = 0, float beta = 0) {
    double worst_real = 0, worst_float = 0;
    for (int i = 0; i <= 4000; ++i) {
        const auto x = float(low + (high - low) * i / 4000);
        const double ideal = known(double(x)), size = std::fabs(ideal) + 1e-30;
        const double real = apply<F>(double(x), double(alpha), double(beta));
        const double single = double(apply<F>(x, alpha, beta));
        if (std::isnan(ideal)) {
            CHECK(std::isnan(real));
            CHECK(std::isnan(single));
        } else if (real != ideal || single != ideal) {
            worst_real = std::fmax(worst_real, std::fabs(real - ideal) / size);
            worst_float = std::fmax(worst_float, std::fabs(single - ideal) / size);
        }
    }
    CHECK_MESSAGE(worst_real < 1e-9, int(F));
    CHECK_MESSAGE(worst_float < 2e-6, int(F));
}

template <double (*Function)(double)>
constexpr auto c_library = [](double x) { return Function(x); };

double normal_share(double x) { return std::erfc(-x / std::sqrt(2.0)) / 2; }

}  // namespace

TEST_CASE("the C library's functions, outside their domain, too") {
    check<fn::abs>(-9, 9, c_library<std::fabs>);
    check<fn::acos>(-1.2, 1.2, c_library<std::acos>);
    check<fn::acosh>(0.5, 90, c_library<std::acosh>);
    check<fn::asin>(-1.2, 1.2, c_library<std::asin>);
    check<fn::asinh>(-90, 90, c_library<std::asinh>);
    check<fn::atan>(-90, 90, c_library<std::atan>);
    check<fn::atanh>(-0.999, 0.999, c_library<std::atanh>);
    check<fn::ceil>(-9, 9, c_library<std::ceil>);
    check<fn::cos>(-1.5, 1.5, c_library<std::cos>);
    check<fn::cosh>(-80, 80, c_library<std::cosh>);
    check<fn::erf>(-6, 6, c_library<std::erf>);
    check<fn::exp>(-80, 80, c_library<std::exp>);
    check<fn::floor>(-9, 9, c_library<std::floor>);
    check<fn::log>(-1, 90, c_library<std::log>);
    check<fn::round>(-9, 9, c_library<std::nearbyint>);
    check<fn::sin>(-3, 3, c_library<std::sin>);
    check<fn::sinh>(-80, 80, c_library<std::sinh>);
    check<fn::sqrt>(-1, 90, c_library<std::sqrt>);
    check<fn::tan>(-1.5, 1.5, c_library<std::tan>);
    check<fn::tanh>(-20, 20, c_library<std::tanh>);
}

TEST_CASE("ONNX's functions by their definitions") {
    const auto share = [](double x) { return 1 / (1 + std::exp(-x)); };
    check<fn::celu>(
        -9, 9, [](double x) { return x < 0 ? 2 * std::expm1(x / 2) : x; }, 2);
    check<fn::elu>(
        -9, 9, [](double x) { return x < 0 ? 2 * std::expm1(x) : x; }, 2);
    check<fn::gelu>(-4, 12, [](double x) { return x * normal_share(x); });
    check<fn::hard_sigmoid>(
        -9, 9, [](double x) { return std::fmin(std::fmax(x / 4 + 0.5, 0), 1); }, 0.25f, 0.5f);
    check<fn::leaky_relu>(
        -9, 9, [](double x) { return x < 0 ? x / 8 : x; }, 0.125f);
    check<fn::mish>(-20, 30, [](double x) { return x * std::tanh(std::log1p(std::exp(x))); });
    check<fn::reciprocal>(0.1, 9, [](double x) { return 1 / x; });
    check<fn::selu>(
        -9, 9, [](double x) { return 3 * (x > 0 ? x : 2 * std::expm1(x)); }, 2, 3);
    check<fn::shrink>(
        -3, 3, [](double x) { return x < -1.5  ? x + 0.5
                                     : x > 1.5 ? x - 0.5
                                               : 0; }, 1.5f, 0.5f);
    check<fn::sigmoid>(-80, 80, share);
    check<fn::softplus>(-20, 80, [](double x) { return std::log1p(std::exp(x)); });
    check<fn::softsign>(-9, 9, [](double x) { return x / (1 + std::fabs(x)); });
    check<fn::swish>(
        -30, 30, [&](double x) { return x * share(2 * x); }, 2);
    check<fn::thresholded_relu>(
        -3, 3, [](double x) { return x > 0.5 ? x : 0; }, 0.5f);
    const auto cubic = [](double x) {
        return std::sqrt(2 / std::acos(-1)) * (x + 0.044715 * x * x * x);
    };
    check<fn::gelu_tanh>(-3, 12, [&](double x) { return x / 2 * (1 + std::tanh(cubic(x))); });
}

TEST_CASE("large angles are reduced") {
    for (const float x : {1e3f, 7.9e5f, 3.3e7f, 1e15f, 3e38f}) {
        CHECK(apply<fn::sin>(double(x), 0.0, 0.0) ==
              doctest::Approx(std::sin(double(x))).epsilon(1e-6));
        CHECK(apply<fn::cos>(double(-x), 0.0, 0.0) ==
              doctest::Approx(std::cos(double(x))).epsilon(1e-6));
    }
}

TEST_CASE("exp of every float near its overflow and its underflow") {
    const auto ulp = [](double x) { return std::ldexp(1.0, std::max(std::ilogb(x), -126) - 23); };
    const auto is_near = [&](float x) {
        const double ideal = std::exp(double(x));
        const auto rounded = float(ideal);  // beyond the floats: infinite
        const float got = apply<fn::exp>(x, 0.0f, 0.0f);
        return got == rounded || std::fabs(double(got) - ideal) <= 2 * ulp(ideal);
    };
    for (float x = 88.3f; x < 88.8f; x = std::nextafter(x, 89.0f)) REQUIRE(is_near(x));
    for (float x = -87.0f; x > -104.1f; x = std::nextafter(x, -105.0f)) REQUIRE(is_near(x));
    static_assert(apply<fn::exp>(88.5f, 0.0f, 0.0f) > 2.7e38f);
    static_assert(apply<fn::exp>(-103.9f, 0.0f, 0.0f) > 0);
}

TEST_CASE("infinities and NaN") {
    CHECK(apply<fn::log>(0.0f, 0.0f, 0.0f) == -infinity);
    CHECK(apply<fn::exp>(infinity, 0.0f, 0.0f) == infinity);
    CHECK(apply<fn::reciprocal>(-0.0f, 0.0f, 0.0f) == -infinity);
    CHECK(apply<fn::mish>(-infinity, 0.0f, 0.0f) == 0);
    CHECK(apply<fn::softplus>(infinity, 0.0f, 0.0f) == infinity);
    CHECK(apply<fn::gelu>(-infinity, 0.0f, 0.0f) == 0);
    CHECK(std::isnan(apply<fn::sign>(not_a_number, 0.0f, 0.0f)));
    CHECK(std::isnan(apply<fn::gelu>(not_a_number, 0.0f, 0.0f)));
    CHECK(std::isnan(apply<fn::sin>(infinity, 0.0f, 0.0f)));
    CHECK(tigris::kernels::is_chosen_infinity(-infinity, 1.0f, 0.0f));
    CHECK_FALSE(tigris::kernels::is_chosen_infinity(infinity, 1.0f, 0.0f));
    CHECK_FALSE(tigris::kernels::is_chosen_infinity(not_a_number, 1.0f, 1.0f));
}

TEST_CASE("the compiler evaluates them, at the edges, too") {
    static_assert(apply<fn::log>(0.0f, 0.0f, 0.0f) == -infinity);
    static_assert(apply<fn::tanh>(20.0f, 0.0f, 0.0f) == 1);
    static_assert(apply<fn::reciprocal>(0.0f, 0.0f, 0.0f) == infinity);
    static_assert(apply<fn::round>(2.5f, 0.0f, 0.0f) == 2);
    static_assert(apply<fn::acos>(-1.0f, 0.0f, 0.0f) > 3.14159f);
    static_assert(apply<fn::sqrt>(16.0f, 0.0f, 0.0f) == 4);
}
