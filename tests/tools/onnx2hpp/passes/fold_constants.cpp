// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/passes/fold_constants.hpp>

#include <helpers/model_builder.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

using names = std::vector<std::string>;
using tigris::dtype;

namespace {

/// What folding makes of one node of constants: its numbers, or nothing if it stays.
std::vector<double> folded(const model_builder& original, value_id result) {
    model_builder b = original;
    b.output(result);
    onnx_model m = b.build();
    fold_constants(m);
    const shared_tensor constant = value_of(m, result).constant;
    CHECK(m.nodes.empty() == (constant != nullptr));
    return constant ? numbers_of(*constant) : std::vector<double>{};
}

}  // namespace

TEST_CASE("moves of constants are computed") {
    model_builder b;
    const value_id c = b.constant({2, 3}, {1, 2, 3, 4, 5, 6});
    SUBCASE("Transpose") {
        const value_id y = b.node("Transpose", {c}, {{"perm", extents{1, 0}}});
        CHECK(folded(b, y) == std::vector<double>{1, 4, 2, 5, 3, 6});
        CHECK(folded(b, y) != std::vector<double>{1, 2, 3, 4, 5, 6});
    }
    SUBCASE("Transpose without perm reverses") {
        CHECK(folded(b, b.node("Transpose", {c})) == std::vector<double>{1, 4, 2, 5, 3, 6});
    }
    SUBCASE("Reshape") {
        const value_id y = b.node("Reshape", {c, b.integers({-1, 2})});
        CHECK(folded(b, y) == std::vector<double>{1, 2, 3, 4, 5, 6});
    }
}

TEST_CASE("a Concat of constants is computed, of constants and other things it stays") {
    model_builder b;
    const value_id a = b.constant({2, 1}, {1, 2}), c = b.constant({2, 2}, {3, 4, 5, 6});
    const attributes last{{"axis", std::int64_t{-1}}};
    CHECK(folded(b, b.node("Concat", {a, c}, last)) == std::vector<double>{1, 3, 4, 2, 5, 6});
    CHECK(folded(b, b.node("Concat", {a, b.input({2, 3})}, last)).empty());
}

TEST_CASE("ConstantOfShape is a constant, of zeros where no value is given") {
    model_builder b;
    const value_id shape = b.integers({2, 2});
    const auto five = make_tensor(dtype::f32, {1}, std::vector<double>{5});
    CHECK(folded(b, b.node("ConstantOfShape", {shape})) == std::vector<double>{0, 0, 0, 0});
    CHECK(folded(b, b.node("ConstantOfShape", {shape}, {{"value", five}})) ==
          std::vector<double>{5, 5, 5, 5});
}

TEST_CASE("arithmetic of constants is computed with broadcasting") {
    model_builder b;
    const value_id a = b.constant({2, 2}, {1, 2, 3, 4}), row = b.constant({2}, {10, 20});
    CHECK(folded(b, b.node("Add", {a, row})) == std::vector<double>{11, 22, 13, 24});
    CHECK(folded(b, b.node("Mul", {row, a})) == std::vector<double>{10, 40, 30, 80});
}

TEST_CASE("QuantizeLinear of a constant gives its codes, halves to even, saturated") {
    model_builder b;
    const value_id c = b.constant({5}, {0.25, 0.75, -1000, 1000, 1.5});
    const value_id y = b.quantize(c, 0.5f, 3);
    CHECK(folded(b, y) == std::vector<double>{3, 5, -128, 127, 6});
}

TEST_CASE("DequantizeLinear of a constant stays") {
    model_builder b;
    const value_id c = b.constant({2}, {1, 2}, dtype::i8);
    CHECK(folded(b, b.dequantize(c, 0.5f, 0)).empty());
}

TEST_CASE("what depends on an input stays") {
    model_builder b;
    const value_id x = b.input({2});
    b.output(b.node("Add", {x, b.constant({2})}));
    onnx_model m = b.build();
    fold_constants(m);
    CHECK(op_types(m) == names{"Add"});
}

TEST_CASE("an Identity between nodes goes") {
    model_builder b;
    const value_id relu = b.node("Relu", {b.input({2})});
    b.output(b.node("Relu", {b.node("Identity", {relu})}));
    onnx_model m = b.build();
    fold_constants(m);
    CHECK(op_types(m) == names{"Relu", "Relu"});
    CHECK(m.nodes[1].inputs[0] == relu);
}

TEST_CASE("a Cast to the type that its input has goes, one to another stays") {
    const auto cast_to = [](std::int64_t type) {
        model_builder b;
        const value_id relu = b.node("Relu", {b.input({2})});
        b.output(b.node("Cast", {relu}, {{"to", type}}));
        onnx_model m = b.build();
        fold_constants(m);
        return op_types(m);
    };
    CHECK(cast_to(1) == names{"Relu"});
    CHECK(cast_to(6) == names{"Relu", "Cast"});
}

TEST_CASE("an Identity that names an output hands its name to the node before") {
    model_builder b;
    const value_id y = b.node("Identity", {b.node("Relu", {b.input({2})})});
    b.output(y);
    onnx_model m = b.build();
    fold_constants(m);
    CHECK(op_types(m) == names{"Relu"});
    CHECK(m.nodes[0].outputs[0] == y);
}

TEST_CASE("an Identity between an input and an output stays") {
    model_builder b;
    b.output(b.node("Identity", {b.input({2})}));
    onnx_model m = b.build();
    fold_constants(m);
    CHECK(op_types(m) == names{"Identity"});
}
