// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/passes/scale_sums.hpp>

#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/passes/fold_qdq.hpp>

#include <helpers/model_builder.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

using names = std::vector<std::string>;
using numbers = std::vector<double>;
using tigris::dtype;

namespace {

const names summing_conv{"IntegerConv", "RescaleSums"};
const names summing_gemm{"IntegerMatMul", "RescaleSums"};

/// A layer of codes (x - 3) * 0.5 and weights w * 0.25, whose result is an output of floats.
struct float_layer {
    model_builder b{};
    std::string op = "Conv";
    extents images{1, 2, 3, 3};
    extents kernels{4, 2, 1, 1};
    attributes held{};
    dtype type = dtype::i8;
    value_id bias = absent;

    onnx_model fold() {
        const value_id x =
            b.dequantize(b.input(images, type), 0.5f, type == dtype::i16 ? 0 : 3, type);
        std::vector<value_id> inputs{x, b.dequantize(b.constant(kernels, {}, dtype::i8), 0.25f, 0)};
        if (bias != absent) inputs.push_back(bias);
        b.output(b.node(op, inputs, held));
        onnx_model m = b.build();
        fold_qdq(m);
        return m;
    }
};

numbers constant_at(const onnx_model& m, std::size_t slot) {
    return numbers_of(*value_of(m, m.nodes[1].inputs[slot]).constant);
}

float_layer matrix_layer(const char* op, extents kernels, attributes held = {}) {
    return {.op = op, .images = {2, 3}, .kernels = std::move(kernels), .held = std::move(held)};
}

}  // namespace

TEST_CASE("a layer of codes with a result of floats multiplies integers") {
    const onnx_model m = float_layer().fold();
    REQUIRE(op_types(m) == summing_conv);
    CHECK(value_of(m, m.nodes[0].outputs[0]).type == dtype::i32);
    CHECK(value_of(m, m.nodes[0].inputs[1]).type == dtype::i8);
    CHECK(m.nodes[1].outputs[0] == m.outputs[0]);
    CHECK(value_of(m, m.outputs[0]).type == dtype::f32);
    CHECK(constant_at(m, 1) == numbers{0.5, 3});
    CHECK(constant_at(m, 3) == numbers{0.25});
    CHECK(m.nodes[1].inputs.size() == 4);
}

TEST_CASE("totals are those of each output's weights, of 16 bits where that is enough") {
    float_layer layer;
    const onnx_model m = layer.fold();
    CHECK(constant_at(m, 2) == numbers{3, -2, 4, -1});
    CHECK(value_of(m, m.nodes[1].inputs[2]).type == dtype::i16);
}

TEST_CASE("windows keep their pads, strides and groups") {
    float_layer layer{.kernels = {4, 1, 3, 3},
                      .held = {{"group", std::int64_t{2}}, {"pads", extents{1, 1, 1, 1}}}};
    const onnx_model m = layer.fold();
    REQUIRE(op_types(m) == summing_conv);
    CHECK(integer_attribute(m.nodes[0], "group", 1) == 2);
    CHECK(integers_attribute(m.nodes[0], "pads", {}) == extents{1, 1, 1, 1});
    CHECK(value_of(m, m.outputs[0]).dims == extents{1, 4, 3, 3});
}

TEST_CASE("of a Gemm, alpha is in the scales and beta in the bias") {
    float_layer layer =
        matrix_layer("Gemm", {4, 3}, {{"transB", std::int64_t{1}}, {"alpha", 2.f}, {"beta", 3.f}});
    layer.bias = layer.b.constant({4}, {1, 2, -3, 0.3});
    const onnx_model m = layer.fold();
    REQUIRE(op_types(m) == summing_gemm);
    CHECK(value_of(m, m.nodes[0].inputs[1]).dims == extents{3, 4});
    CHECK(constant_at(m, 3) == numbers{0.5});
    CHECK(constant_at(m, 4)[2] == -9);
}

TEST_CASE("one number is the bias of all outputs") {
    float_layer layer = matrix_layer("Gemm", {3, 4});
    layer.bias = layer.b.constant({1}, {2});
    CHECK(constant_at(layer.fold(), 4) == numbers{2, 2, 2, 2});
}

TEST_CASE("a product of matrices is summed, too") {
    CHECK(op_types(matrix_layer("MatMul", {3, 4}).fold()) == summing_gemm);
}

TEST_CASE("what integers cannot sum stays in floating point") {
    float_layer layer;
    SUBCASE("codes of 16 bits") { layer.type = dtype::i16; }
    SUBCASE("transposed windows") { layer.op = "ConvTranspose", layer.kernels = {2, 4, 1, 1}; }
    SUBCASE("windows over three axes") {
        layer.images = {1, 2, 3, 3, 3}, layer.kernels = {4, 2, 1, 1, 1};
    }
    SUBCASE("a transposed first matrix") {
        layer = matrix_layer("Gemm", {2, 4}, {{"transA", std::int64_t{1}}});
    }
    SUBCASE("a bias that is computed") { layer.bias = layer.b.input({4}); }
    SUBCASE("a bias for each row") {
        layer = matrix_layer("Gemm", {3, 4});
        layer.bias = layer.b.constant({2, 1}, {1, 2});
    }
    CHECK_FALSE(has_node(layer.fold(), "RescaleSums"));
}
