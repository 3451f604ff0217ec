// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/arithmetic/functions/gates.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <initializer_list>
#include <limits>

using tigris::kernels::gate_value;
using tigris::ops::gate_function;

namespace {

float value_of(gate_function f, float x) { return gate_value({f, 1, 1}, x); }

/// The largest error on both sides of 0, relative, against a function of doubles that is known.
template <class Known>
double worst_error(gate_function f, float low, float high, Known known) {
    double worst = 0;
    for (float x = low; x < high; x = x * 1.0001f + 1e-7f)
        for (const float signed_x : {x, -x}) {
            const double ideal = known(double(signed_x));
            const double error = std::fabs(double(value_of(f, signed_x)) - ideal);
            if (error > 0) worst = std::fmax(worst, error / std::fabs(ideal));
        }
    return worst;
}

}  // namespace

TEST_CASE("tanh stays 1 where its exponential nears the largest float") {
    for (float x = 44.1f; x < 44.4f; x = std::nextafter(x, 45.0f)) {
        REQUIRE(value_of(gate_function::tanh, x) == 1);
        REQUIRE(value_of(gate_function::tanh, -x) == -1);
    }
}

TEST_CASE("activations keep their relative precision on both sides") {
    const auto tanh = [](double x) { return std::tanh(x); };
    const auto sigmoid = [](double x) { return 1 / (1 + std::exp(-x)); };
    const auto softplus = [](double x) { return std::log1p(std::exp(x)); };
    const auto elu = [](double x) { return x < 0 ? std::expm1(x) : x; };
    CHECK(worst_error(gate_function::tanh, 0, 90, tanh) < 5e-7);
    CHECK(worst_error(gate_function::sigmoid, 0, 87, sigmoid) < 5e-7);
    CHECK(worst_error(gate_function::softplus, 0, 87, softplus) < 5e-7);
    CHECK(worst_error(gate_function::elu, 0, 90, elu) < 5e-7);
}

TEST_CASE("activations of NaN are NaN") {
    using enum gate_function;
    for (const gate_function f : {tanh, sigmoid, softplus, elu, softsign})
        CHECK(std::isnan(value_of(f, std::numeric_limits<float>::quiet_NaN())));
}

TEST_CASE("the logarithm of every float") {
    constexpr float infinity = __builtin_huge_valf();
    static_assert(tigris::log(0.0f) == -infinity);
    static_assert(tigris::log(infinity) == infinity);
    CHECK(std::isnan(tigris::log(-1.0f)));
    CHECK(std::isnan(tigris::log(std::numeric_limits<float>::quiet_NaN())));
    CHECK(double(tigris::log(1e-40f)) == doctest::Approx(std::log(double(1e-40f))));
}
