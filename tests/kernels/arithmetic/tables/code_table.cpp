// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tables made at run time are those that compilers make, and follow functions of the C library.
#include <tigris/kernels/arithmetic/tables/code_table.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

using namespace tigris;
using namespace tigris::kernels;

namespace {

constexpr std::uint32_t bits(float x) { return __builtin_bit_cast(std::uint32_t, x); }

constexpr curve_key scales(float in, int zero_in, float out, int zero_out) {
    return {.scale_in = bits(in),
            .scale_out = bits(out),
            .zero_point_in = std::int16_t(zero_in),
            .zero_point_out = std::int16_t(zero_out)};
}

/// A code of the result, in real numbers; halves go to even codes.
template <code_curve C>
double expected(double result) {
    const quantization out = C.quant_out();
    const double code = std::nearbyint(result / double(out.scale)) + out.zero_point;
    return std::clamp(code, double(lowest_of(C.out)), double(highest_of(C.out)));
}

template <code_curve C>
double real_input(int byte) {
    const int code = code_of_byte(byte, C.in);
    return double(float(code - C.key.zero_point_in) * C.quant_in().scale);
}

/// The largest difference between the table and a function, in codes.
template <code_curve C, class Function>
double error_of(Function f) {
    const code_table made = make_code_table<C>();
    CHECK(std::memcmp(made.of, codes_of_curve<C>.of, sizeof made.of) == 0);
    double most = 0;
    for (int byte = 0; byte < 256; ++byte) {
        const int code = code_of_byte(made.of[byte], C.out);
        most = std::max(most, std::abs(code - expected<C>(f(real_input<C>(byte)))));
    }
    return most;
}

double logistic(double x) { return 1 / (1 + std::exp(-x)); }
double swish_of(double x) { return x * std::clamp(x + 3, 0.0, 6.0) / 6; }

}  // namespace

TEST_CASE("a table of nearest codes has what a function in double precision gives") {
    constexpr code_curve curve{.function = ops::unary_function::sigmoid,
                               .in = dtype::i8,
                               .out = dtype::u8,
                               .key = scales(0.05f, -7, 1 / 256.0f, 0)};
    CHECK(error_of<curve>(logistic) == 0);
    constexpr code_curve tanh{.function = ops::unary_function::tanh,
                              .in = dtype::u8,
                              .out = dtype::i8,
                              .key = scales(0.02f, 121, 1 / 128.0f, 3)};
    CHECK(error_of<tanh>([](double x) { return std::tanh(x); }) == 0);
}

TEST_CASE("TFLite's tables, which are made with integers, are within one code") {
    constexpr code_curve curve{.function = ops::unary_function::sigmoid,
                               .rounds = rounding::tflite,
                               .key = scales(0.05f, -7, 1 / 256.0f, -128)};
    CHECK(error_of<curve>(logistic) <= 1);
    constexpr code_curve swish{.function = ops::unary_function::hard_swish,
                               .rounds = rounding::tflite,
                               .key = scales(0.05f, 4, 0.025f, -115)};
    CHECK(error_of<swish>(swish_of) <= 1);
}

TEST_CASE("what is no number is the lowest code") {
    constexpr code_curve root{.function = ops::unary_function::sqrt,
                              .key = scales(0.1f, 0, 0.05f, 5)};
    const code_table made = make_code_table<root>();
    CHECK(code_of_byte(made.of[std::uint8_t(-1)], dtype::i8) == -128);
    CHECK(code_of_byte(made.of[0], dtype::i8) == 5);
}
