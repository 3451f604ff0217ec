// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/passes/fold_bias_add.hpp>

#include <tools/onnx2hpp/lower/interpreter.hpp>

#include <helpers/model_builder.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

using names = std::vector<std::string>;

namespace {

struct conv_and_add {
    model_builder b;
    value_id x = b.input({1, 2, 4, 4});
    value_id conv = b.node("Conv", {x, b.constant({3, 2, 3, 3})});

    onnx_model with(const extents& bias) {
        b.output(b.node("Add", {conv, b.constant(bias)}));
        return b.build();
    }
};

/// What the pass leaves of the model; its results must not change.
names after_fold_bias_add(onnx_model m) {
    const auto expected = results_of(m);
    fold_bias_add(m);
    const auto actual = results_of(m);
    for (std::size_t k = 0; k < expected[0].size(); ++k)
        CHECK(actual[0][k] == doctest::Approx(expected[0][k]));
    return op_types(m);
}

}  // namespace

TEST_CASE("an Add of one number for each channel becomes the bias") {
    CHECK(after_fold_bias_add(conv_and_add().with({3, 1, 1})) == names{"Conv"});
    CHECK(after_fold_bias_add(conv_and_add().with({1, 3, 1, 1})) == names{"Conv"});
}

TEST_CASE("an Add of one number becomes the bias") {
    CHECK(after_fold_bias_add(conv_and_add().with({})) == names{"Conv"});
    CHECK(after_fold_bias_add(conv_and_add().with({1})) == names{"Conv"});
}

TEST_CASE("an Add of anything else stays") {
    CHECK(after_fold_bias_add(conv_and_add().with({2})) ==
          names{"Conv", "Add"});  // along the width
    CHECK(after_fold_bias_add(conv_and_add().with({1, 3, 2, 1})) == names{"Conv", "Add"});
    CHECK(after_fold_bias_add(conv_and_add().with({2, 3, 1, 1})) == names{"Conv", "Add"});
    CHECK(after_fold_bias_add(conv_and_add().with({1, 1, 3, 1, 1})) == names{"Conv", "Add"});
}

TEST_CASE("an Add along the width stays, even if that is as large as the channels") {
    model_builder b;
    const value_id conv = b.node("Conv", {b.input({1, 2, 4, 4}), b.constant({3, 2, 2, 2})});
    b.output(b.node("Add", {conv, b.constant({3})}));
    CHECK(after_fold_bias_add(b.build()) == names{"Conv", "Add"});
}

TEST_CASE("the constant may be the first operand, and adds to a bias that is there") {
    model_builder b;
    const value_id gemm =
        b.node("Gemm", {b.input({1, 4}), b.constant({4, 3}), b.constant({3}, {5, 6, 7})});
    b.output(b.node("Add", {b.constant({1, 3}, {10, 20, 30}), gemm}));
    onnx_model m = b.build();
    fold_bias_add(m);
    CHECK(op_types(m) == names{"Gemm"});
    CHECK(numbers_of(*value_of(m, m.nodes[0].inputs[2]).constant) ==
          std::vector<double>{15, 26, 37});
}

TEST_CASE("a MatMul gets a bias as input 2") {
    model_builder b;
    const value_id product = b.node("MatMul", {b.input({2, 5, 4}), b.constant({4, 3})});
    b.output(b.node("Add", {product, b.constant({3})}));
    CHECK(after_fold_bias_add(b.build()) == names{"MatMul"});
}

TEST_CASE("a sum that others read in part stays") {
    conv_and_add model;
    model.b.output(model.conv);
    CHECK(after_fold_bias_add(model.with({3, 1, 1})) == names{"Conv", "Add"});
}

TEST_CASE("a dequantized constant keeps its DequantizeLinear") {
    model_builder b;
    const value_id weights = b.dequantize(b.constant({4, 3}, {}, tigris::dtype::i8), 0.5f, 0);
    const value_id product = b.node("MatMul", {b.input({1, 4}), weights});
    const value_id codes = b.constant({1, 3}, {1, 2, 3}, tigris::dtype::i8);
    b.output(b.node("Add", {product, b.dequantize(codes, 0.25f, 0)}));
    onnx_model m = b.build();
    fold_bias_add(m);
    CHECK(op_types(m) == names{"DequantizeLinear", "DequantizeLinear", "MatMul"});
    const node& product_node = find_node(m, "MatMul");
    CHECK(value_of(m, product_node.inputs[2]).dims == extents{3});
}

TEST_CASE("one with a scale for each channel has it for each element of the bias") {
    model_builder b;
    const value_id product = b.node("MatMul", {b.input({1, 4}), b.constant({4, 3})});
    const value_id codes = b.constant({1, 3}, {1, 2, 3}, tigris::dtype::i32);
    const value_id none = b.constant({3}, {0, 0, 0}, tigris::dtype::i32);
    b.output(b.node(
        "Add",
        {b.node("DequantizeLinear", {codes, b.constant({3}, {0.5, 0.25, 2}), none}), product}));
    onnx_model m = b.build();
    fold_bias_add(m);
    CHECK(op_types(m) == names{"DequantizeLinear", "MatMul"});
    CHECK(value_of(m, m.nodes[1].inputs[2]).dims == extents{3});
    CHECK(std::get<std::int64_t>(m.nodes[0].attributes.at("axis")) == 0);
}
