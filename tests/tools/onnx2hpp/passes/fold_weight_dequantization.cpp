// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/passes/fold_weight_dequantization.hpp>

#include <helpers/model_builder.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

using tigris::dtype;

TEST_CASE("dequantized weights become floats, per tensor and per channel") {
    model_builder b;
    const value_id codes = b.constant({2, 3}, {1, 2, 3, 4, 5, 6}, dtype::i8);
    value_id weights = absent;
    std::vector<double> expected;
    SUBCASE("per tensor") {
        weights = b.dequantize(codes, 0.5f, 1);
        expected = {0, 0.5, 1, 1.5, 2, 2.5};
    }
    SUBCASE("per channel") {
        weights = b.node("DequantizeLinear",
                         {codes, b.constant({2}, {0.5, 2}), b.constant({2}, {0, 1}, dtype::i8)},
                         {{"axis", std::int64_t{0}}});
        expected = {0.5, 1, 1.5, 6, 8, 10};
    }
    b.output(b.node("MatMul", {b.input({1, 2}), weights}));
    onnx_model m = b.build();
    fold_weight_dequantization(m);
    REQUIRE(op_types(m) == std::vector<std::string>{"MatMul"});
    const value& folded = value_of(m, m.nodes[0].inputs[1]);
    CHECK(numbers_of(*folded.constant) == expected);
    REQUIRE(folded.dequantized);
    CHECK(folded.dequantized->codes.bytes == value_of(m, codes).constant->bytes);
}

TEST_CASE("codes are forgotten where something else reads the weights") {
    model_builder b;
    const value_id weights = b.dequantize(b.constant({2, 2}, {1, 2, 3, 4}, dtype::i8), 0.5f, 1);
    const value_id product = b.node("MatMul", {b.input({1, 2}), weights});
    SUBCASE("another operator") { b.output(b.node("Relu", {weights})); }
    SUBCASE("the model's output") { b.output(weights); }
    SUBCASE("a layer's data") { b.output(b.node("MatMul", {weights, b.input({2, 2})})); }
    b.output(product);
    onnx_model m = b.build();
    fold_weight_dequantization(m);
    CHECK(value_of(m, weights).constant);
    CHECK(!value_of(m, weights).dequantized);
}

TEST_CASE("a DequantizeLinear of an activation stays") {
    model_builder b;
    b.output(b.dequantize(b.input({2}, dtype::i8), 0.5f, 0));
    onnx_model m = b.build();
    fold_weight_dequantization(m);
    CHECK(op_types(m) == std::vector<std::string>{"DequantizeLinear"});
}
