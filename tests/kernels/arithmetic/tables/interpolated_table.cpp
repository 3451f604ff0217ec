// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/arithmetic/tables/interpolated_table.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>

using namespace tigris::kernels;

namespace {

/// The largest difference between a table and a function of [low, high], in results of 16 bits.
template <class Function>
double error_of(const interpolated_table& table, double low, double high, Function f) {
    double most = 0;
    for (int code = -32768; code < 32768; ++code) {
        const double x = low + (high - low) * (code + 32768) / 65536;
        most = std::max(most, std::abs(table(code) - std::clamp(f(x) * 32768, -32768.0, 32767.0)));
    }
    return most;
}

}  // namespace

TEST_CASE("a straight line is interpolated without a difference but for rounding") {
    const auto line = [](float x) { return x / 2; };
    CHECK(error_of(interpolated(-1, 1, line), -1, 1, [](double x) { return x / 2; }) <= 1);
}

TEST_CASE("halves are rounded away from zero, and what is too large is saturated") {
    CHECK(round_away_from_zero(2.5f) == 3);
    CHECK(round_away_from_zero(-2.5f) == -3);
    CHECK(round_away_from_zero(-2.4f) == -2);
    CHECK(saturated_to_16(40000) == 32767);
    CHECK(saturated_to_16(-40000) == -32768);
    CHECK(saturated_to_16(-5) == -5);
}

TEST_CASE("TFLite's tables for softmax of 16 bits follow the functions") {
    const auto exponential = [](float x) { return float(tigris::exp(double(x))); };
    const interpolated_table made =
        interpolated(10.0f / 65535 * -65535, 10.0f / 65535 * 0, exponential);
    CHECK(std::memcmp(made.of, tflite_exponential_table<std::int16_t>.of, sizeof made.of) == 0);
    CHECK(error_of(made, -10, 0, [](double x) { return std::exp(x); }) < 3);
    const auto reciprocal = [](float x) { return 1 / (1 + x); };
    const interpolated_table inverse =
        interpolated(1.0f / 65535 * 0, 1.0f / 65535 * 65535, reciprocal);
    CHECK(std::memcmp(inverse.of, tflite_reciprocal_table<std::int16_t>.of, sizeof inverse.of) ==
          0);
    CHECK(error_of(inverse, 0, 1, [](double x) { return 1 / (1 + x); }) < 3);
}
