// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/operators/list.hpp>

#include <onnx2hpp/diagnostic.hpp>

#include <tools/onnx2hpp/lower/interpreter.hpp>

#include <helpers/model_builder.hpp>
#include <helpers/onnx_builder.hpp>

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

namespace {

std::vector<double> in_4_bits(dtype from, const std::vector<double>& numbers, dtype to) {
    model_builder b;
    const value_id x = b.constant({static_cast<std::int64_t>(numbers.size())}, numbers, from);
    b.output(b.node("Cast", {x}, {{"to", std::int64_t{to == dtype::i4 ? 22 : 21}}}));
    const onnx_model m = b.build();
    CHECK(value_of(m, m.outputs[0]).file_type == to);
    return numbers_of(*value_of(m, m.outputs[0]).constant);
}

/// The same of what is computed.
void check_computed(dtype from, dtype to) {
    model_builder b;
    const value_id x = b.input({64}, from);
    b.output(b.node("Cast", {x}, {{"to", to_float}}));
    const value_id y = b.node("Cast", {x}, {{"to", std::int64_t{to == dtype::i4 ? 22 : 21}}});
    b.output(b.node("Cast", {y}, {{"to", to_float}}));
    const auto r = results_of(b.build());
    for (std::size_t i = 0; i < r[0].size(); ++i)
        CHECK(r[1][i] == in_4_bits(dtype::i32, {std::nearbyint(r[0][i])}, to)[0]);
}

}  // namespace

TEST_CASE("to 4 bits floats are rounded, and of integers the low bits stay") {
    using numbers = std::vector<double>;
    CHECK(in_4_bits(dtype::f32, {0.5, 1.5, 2.5, -1.5, -2.6, 7.5}, dtype::i4) ==
          numbers{0, 2, 2, -2, -3, -8});
    CHECK(in_4_bits(dtype::f32, {-9, -8, 7, 8, 15, 16}, dtype::i4) == numbers{7, -8, 7, -8, -1, 0});
    CHECK(in_4_bits(dtype::f32, {-1, 15.4, 16}, dtype::u4) == numbers{15, 15, 0});
    CHECK(in_4_bits(dtype::i64, {-4294967295, 200, 23}, dtype::i4) == numbers{1, -8, 7});
    CHECK(in_4_bits(dtype::u8, {255, 8}, dtype::u4) == numbers{15, 8});
    CHECK(in_4_bits(dtype::boolean, {0, 1}, dtype::i4) == numbers{0, 1});
    check_computed(dtype::f32, dtype::i4);
    check_computed(dtype::i8, dtype::u4);
    check_computed(dtype::u8, dtype::i4);
}

TEST_CASE("what has 4 bits already stays what it is") {
    model_builder b;
    const value_id x = b.input({4}, dtype::i8);
    b.model.values[static_cast<std::size_t>(x)].file_type = dtype::i4;
    b.output(b.node("Cast", {x}, {{"to", std::int64_t{22}}}));
    CHECK(op_types(b.build()) == std::vector<std::string>{"Identity"});
}

TEST_CASE("doubles are rounded once to float16") {
    const double above = 1 + 0x1p-11 + 0x1p-40, below = 1 + 0x1p-11 - 0x1p-40;
    CHECK(rounded({above, below, 1 + 0x1p-11, 1e300, -above}, dtype::f64) ==
          std::vector<double>{1 + 0x1p-10, 1, 1, INFINITY, -1 - 0x1p-10});
}

TEST_CASE("floats that become double stay, and wide integers cannot") {
    constexpr std::int64_t to_double = 11;
    model_builder b;
    const value_id x = b.input({4}), y = b.node("Cast", {x}, {{"to", to_double}});
    b.output(b.node("Cast", {y}, {{"to", to_float}}));
    const onnx_model m = b.build();
    CHECK(op_types(m) == std::vector<std::string>{"Identity", "Cast"});
    CHECK(value_of(m, y).file_type == dtype::f64);
    model_builder wide;
    wide.node("Cast", {wide.input({4}, dtype::i32)}, {{"to", to_double}});
    CHECK(verdict_of([&] { wide.build(); }).says(outcome::unsupported, "double"));
}
