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

constexpr std::int64_t to_float = 1, to_int32 = 6, to_half = 10, to_bfloat = 16;

/// What a Cast to float16 makes of a constant, and of which nodes it consists for an input.
std::vector<double> rounded(const std::vector<double>& numbers, dtype type) {
    model_builder b;
    const value_id x = b.constant({static_cast<std::int64_t>(numbers.size())}, numbers, type);
    b.output(b.node("Cast", {x}, {{"to", to_half}}));
    const onnx_model m = b.build();
    CHECK(value_of(m, m.outputs[0]).type == dtype::f32);
    return numbers_of(*value_of(m, m.outputs[0]).constant);
}

std::vector<std::string> steps_of_cast(dtype type) {
    model_builder b;
    b.output(b.node("Cast", {b.input({2}, type)}, {{"to", to_half}}));
    std::vector<std::string> steps;
    for (const node& n : b.build().nodes) steps.push_back(n.op_type);
    return steps;
}

}  // namespace

TEST_CASE("what becomes float16 is rounded to it, and is float") {
    CHECK(rounded({0.1, 1 + 0x1p-11, 1 + 0x3p-11, 70000, -0x1p-25}, dtype::f32) ==
          std::vector<double>{0.0999755859375, 1, 1 + 0x1p-9, INFINITY, 0});
    CHECK(rounded({2049, -7}, dtype::i32) == std::vector<double>{2048, -7});
    CHECK(steps_of_cast(dtype::f32) == std::vector<std::string>{"RoundToHalf", "Identity"});
    CHECK(steps_of_cast(dtype::i8) == std::vector<std::string>{"Cast", "Identity"});
}

TEST_CASE("bfloat16 is the upper half of a float") {
    CHECK(cast(dtype::bf16, {0x3f80, 0xc2f7, 0x0001}, to_float) ==
          std::vector<double>{1, -123.5, 0x1p-133});
}

TEST_CASE("to other types it goes through float; what is no constant or stays narrow is refused") {
    CHECK(cast(dtype::bf16, {0x40a0, 0xc0e0}, to_int32) == std::vector<double>{5, -7});
    CHECK(verdict_of([] {
              cast(dtype::bf16, {0x3f80}, to_bfloat);
          }).says(outcome::unsupported, "bfloat16"));
    model_builder b;
    b.node("Cast", {b.input({2}, dtype::bf16)}, {{"to", to_float}});
    CHECK(verdict_of([&] { b.build(); }).says(outcome::unsupported, "bfloat16"));
}
