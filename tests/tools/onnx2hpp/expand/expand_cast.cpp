// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/rules.hpp>

#include <onnx2hpp/diagnostic.hpp>

#include <support/model_builder.hpp>
#include <support/onnx_builder.hpp>

#include <doctest/doctest.h>

#include <cmath>

using namespace onnx2hpp;
using namespace onnx2hpp::test;
using tigris::dtype;

namespace {

/// What a Cast makes of constants of 16 bits.
std::vector<double> cast(dtype type, const std::vector<std::uint16_t>& bits, std::int64_t to) {
    model_builder b;
    const extents dims{static_cast<std::int64_t>(bits.size())};
    const value_id x = b.add_value("c", type, dims, tensor_of(type, dims, bits));
    b.output(b.node("Cast", {x}, {{"to", to}}));
    const onnx_model m = b.build();
    return numbers_of(*value_of(m, m.outputs[0]).constant);
}

constexpr std::int64_t to_float = 1, to_int32 = 6, to_half = 10;

}  // namespace

TEST_CASE("constants of float16 become the same numbers in float") {
    // Source: Wikipedia, Half-precision floating-point format, examples.
    CHECK(cast(dtype::f16, {0x0000, 0x0001, 0x03ff, 0x0400, 0x3555, 0x3bff, 0x3c00, 0x7bff},
               to_float) == std::vector<double>{0, 0x1p-24, 0x1.ff8p-15, 0x1p-14, 0.333251953125,
                                                0.99951171875, 1, 65504});
    CHECK(cast(dtype::f16, {0xc000, 0x7c00, 0xfc00}, to_float) ==
          std::vector<double>{-2, INFINITY, -INFINITY});
    CHECK(std::isnan(cast(dtype::f16, {0x7e00}, to_float)[0]));
    CHECK(std::signbit(cast(dtype::f16, {0x8000}, to_float)[0]));
}

TEST_CASE("bfloat16 is the upper half of a float") {
    CHECK(cast(dtype::bf16, {0x3f80, 0xc2f7, 0x0001}, to_float) ==
          std::vector<double>{1, -123.5, 0x1p-133});
}

TEST_CASE("to other types they go through float; what is no constant or stays narrow is refused") {
    CHECK(cast(dtype::f16, {0x4500, 0xc700}, to_int32) == std::vector<double>{5, -7});
    CHECK(verdict_of([] {
              cast(dtype::f16, {0x3c00}, to_half);
          }).says(outcome::unsupported, "float16"));
    model_builder b;
    b.node("Cast", {b.input({2}, dtype::f16)}, {{"to", to_float}});
    CHECK(verdict_of([&] { b.build(); }).says(outcome::unsupported, "float16"));
}
