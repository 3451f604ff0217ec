// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/lower/requantization.hpp>

#include <onnx2hpp/lower/lower.hpp>
#include <onnx2hpp/passes/pass_list.hpp>

#include <helpers/model_builder.hpp>
#include <helpers/onnx_builder.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <tigris/support/fixed_point.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <random>

using namespace onnx2hpp;
using namespace onnx2hpp::test;
using tigris::fixed_multiplier;
using tigris::quantized_multiplier;

namespace {

/// TFLite's QuantizeMultiplier, word by word, with its saturation for single rounding.
fixed_multiplier by_frexp(double real) {
    if (real == 0) return {0, 0};
    int shift = 0;
    auto fraction = static_cast<std::int64_t>(std::round(std::frexp(real, &shift) * (1ll << 31)));
    if (fraction == 1ll << 31) fraction /= 2, ++shift;
    if (shift < -31) return {0, 0};
    if (shift > 30) return {INT32_MAX, 30};
    return {static_cast<std::int32_t>(fraction), static_cast<std::int8_t>(shift)};
}

}  // namespace

TEST_CASE("powers of two are exact") {
    static_assert(quantized_multiplier(1) == fixed_multiplier{1 << 30, 1});
    static_assert(quantized_multiplier(0.5) == fixed_multiplier{1 << 30, 0});
    static_assert(quantized_multiplier(0.25) == fixed_multiplier{1 << 30, -1});
    static_assert(quantized_multiplier(0) == fixed_multiplier{});
}

TEST_CASE("what rounds up to the next power of two is that") {
    static_assert(quantized_multiplier(0.9999999999) == fixed_multiplier{1 << 30, 1});
}

TEST_CASE("both ends of the range") {
    static_assert(quantized_multiplier(0x1p-32) == fixed_multiplier{1 << 30, -31});
    static_assert(quantized_multiplier(0x1.8p-33) == fixed_multiplier{});
    static_assert(quantized_multiplier(1.3e-11) == fixed_multiplier{});
    static_assert(quantized_multiplier(0x1.8p29) == fixed_multiplier{3 << 29, 30});
    static_assert(quantized_multiplier(0x1p30) == fixed_multiplier{INT32_MAX, 30});
    static_assert(quantized_multiplier(1e300) == fixed_multiplier{INT32_MAX, 30});
}

namespace {

/// A product of vectors of 16-bit codes whose sum is 1024 * 127 times the largest code.
void lower_product(float output_scale) {
    using tigris::dtype;
    model_builder b;
    const value_id x = b.dequantize(b.input({1, 1024}, dtype::i16), 1, 0, dtype::i16);
    const std::vector<double> codes(1024, 127);
    const value_id w = b.dequantize(b.constant({1024, 1}, codes, dtype::i8), 1, 0);
    b.output(b.quantize(b.node("MatMul", {x, w}), output_scale, 0, dtype::i16));
    onnx_model m = b.build();
    run_passes(m, {});
    lower(m, {});
}

}  // namespace

TEST_CASE("a multiplier of 0 is refused where sums of 16-bit codes reach one half") {
    CHECK_NOTHROW(lower_product(4e9f));
    CHECK(verdict_of([] { lower_product(5e9f); }).says(outcome::unsupported, "2^32 times larger"));
    CHECK_NOTHROW(lower_product(1e10f));
}

TEST_CASE("every multiplier is the one that frexp gives") {
    std::mt19937 random(1);
    std::uniform_real_distribution<double> exponent(-45, 45), fraction(0.5, 1);
    for (int i = 0; i < 100000; ++i) {
        const double real = std::ldexp(fraction(random), static_cast<int>(exponent(random)));
        REQUIRE(quantized_multiplier(real) == by_frexp(real));
    }
}

TEST_CASE("a sum whose multipliers would saturate is refused") {
    model_builder b;
    const value_id x = b.dequantize(b.input({1, 4}, dtype::i8), 100.0f, 0);
    SUBCASE("Add") { b.output(b.quantize(b.node("Add", {x, x}), 1e-8f, 0)); }
    SUBCASE("Softmax") { b.output(b.quantize(b.node("Softmax", {x}), 1e-10f, 0)); }
    SUBCASE("LogSoftmax") { b.output(b.quantize(b.node("LogSoftmax", {x}), 1e-8f, 0)); }
    onnx_model m = b.build();
    run_passes(m, {});
    CHECK_THROWS_AS(lower(m, {}), failure);
}
