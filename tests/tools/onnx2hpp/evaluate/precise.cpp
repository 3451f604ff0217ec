// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/evaluate/precise.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <random>

using namespace onnx2hpp;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Long double has 11 bits more: half a unit in the last place, and what it rounds itself.
void check_nearest(double made, long double exact) {
    const double size = std::fabs(static_cast<double>(exact));
    const double unit = std::nextafter(size, infinity) - size;
    CHECK(std::fabs(static_cast<long double>(made) - exact) <= 0.501L * unit);
}

class numbers {
public:
    double up_to(double most) { return most * spread_(engine_); }

private:
    std::mt19937_64 engine_{1};
    std::uniform_real_distribution<double> spread_{-1, 1};
};

}  // namespace

TEST_CASE("functions give the nearest double") {
    numbers random;
    for (int i = 0; i < 2000; ++i) {
        const double x = random.up_to(700), positive = std::exp(x), angle = random.up_to(100);
        const double near_one = 1 + random.up_to(1e-6);
        check_nearest(precise::exp(x), std::exp(static_cast<long double>(x)));
        check_nearest(precise::log(positive), std::log(static_cast<long double>(positive)));
        check_nearest(precise::log(near_one), std::log(static_cast<long double>(near_one)));
        check_nearest(precise::log10(positive), std::log10(static_cast<long double>(positive)));
        check_nearest(precise::sin(angle), std::sin(static_cast<long double>(angle)));
        check_nearest(precise::cos(angle), std::cos(static_cast<long double>(angle)));
        const double base = std::fabs(random.up_to(30)), power = random.up_to(20);
        check_nearest(precise::pow(base, power),
                      std::pow(static_cast<long double>(base), static_cast<long double>(power)));
    }
}

TEST_CASE("results that are doubles come out exactly") {
    CHECK(precise::pow(2, 10) == 1024);
    CHECK(precise::pow(-3, 3) == -27);
    CHECK(precise::pow(-3, 2) == 9);
    CHECK(precise::pow(4, -0.5) == 0.5);
    CHECK(precise::log10(1000) == 3);
    CHECK(precise::log(1) == 0);
    CHECK(precise::exp(0) == 1);
    CHECK(precise::cos(0) == 1);
    CHECK(std::signbit(precise::sin(-0.0)));
}

TEST_CASE("functions at their ends are C's") {
    for (const double x : {0.0, -0.0, -1.0, infinity, -infinity, 5e-324, 1e308}) {
        CHECK(precise::exp(x) == std::exp(x));
        if (x >= 0) CHECK(precise::log(x) == std::log(x));
        for (const double y : {0.0, -2.0, 3.0, 0.5, 1e19, -1e300, infinity, -infinity}) {
            const double made = precise::pow(x, y), usual = std::pow(x, y);
            CHECK((made == usual || (std::isnan(made) && std::isnan(usual))));
        }
    }
    CHECK(precise::exp(709.9) == infinity);
    CHECK(precise::exp(-745) == 5e-324);
    CHECK(precise::exp(-746) == 0);
    CHECK(std::isnan(precise::log(-1)));
    CHECK(std::isnan(precise::pow(-2, 0.5)));
}
