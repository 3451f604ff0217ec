// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/arithmetic/tables/exponential_table.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <cstring>

using namespace tigris;
using namespace tigris::kernels;

namespace {

constexpr float scale = 0.0625f;
constexpr std::uint32_t scale_bits = __builtin_bit_cast(std::uint32_t, scale);
constexpr double one = 2147483648.0;  // in Q0.31

double exponential(int distance) { return std::exp(-distance * double(scale)); }

}  // namespace

TEST_CASE("a table of exponentials has those of the C library, rounded to 31 bits") {
    const exponential_table made = nearest_exponentials(double(scale));
    for (int d = 0; d < 256; ++d)
        CHECK(std::abs(double(made.of[d]) - exponential(d) * one) <= 0.5 + 1e-6);
    CHECK(std::memcmp(made.of, exponentials_of<rounding::nearest, scale_bits>.of, sizeof made.of) ==
          0);
}

TEST_CASE("TFLite's exponentials differ by what a polynomial of degree 4 leaves out") {
    const double left_out = std::pow(1 / 8.0, 5) / 120;  // of exp, 1/8 beside its middle
    const exponential_table made = tflite_exponentials(double(scale));
    for (int d = 1; d < 256; ++d)
        CHECK(std::abs(made.of[d] / one - exponential(d)) < 1.1 * left_out);
    CHECK(std::memcmp(made.of, exponentials_of<rounding::tflite, scale_bits>.of, sizeof made.of) ==
          0);
}

TEST_CASE("distances beyond what 26 bits hold are so far that their exponential is 0") {
    const tflite_differences differences = tflite_differences_of(4);
    REQUIRE(differences.largest() < 255);
    CHECK(tflite_exponential_of(differences, differences.largest() + 1) == 0);
    CHECK(tflite_exponential_of(differences, 1) > 0);
}

TEST_CASE("an exponential that is computed is the table's") {
    for (int d = 0; d < 256; ++d)
        CHECK(computed_exponentials<scale_bits>::at(d) ==
              tabled_exponentials<rounding::tflite, scale_bits>::at(d));
}
