// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/passes/fuse_swish.hpp>

#include <onnx2hpp/passes/pass_list.hpp>

#include <tools/onnx2hpp/lower/interpreter.hpp>

#include <helpers/model_builder.hpp>

#include <doctest/doctest.h>

#include <cmath>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

using names = std::vector<std::string>;
using tigris::dtype;

namespace {

onnx_model fused(model_builder b) {
    onnx_model m = b.build();
    fuse_swish(m);
    return m;
}

names after_fuse_swish(const model_builder& b) { return op_types(fused(b)); }

const attributes sixth{{"alpha", 1.0f / 6}};

}  // namespace

TEST_CASE("x * Sigmoid(x) is one Swish, in either order") {
    model_builder b;
    const value_id x = b.input({2, 3}), s = b.node("Sigmoid", {x});
    SUBCASE("gate first") { b.output(b.node("Mul", {s, x})); }
    SUBCASE("gate last") { b.output(b.node("Mul", {x, s})); }
    const onnx_model m = fused(b);
    REQUIRE(op_types(m) == names{"Swish"});
    CHECK(m.nodes[0].inputs == std::vector<value_id>{x});
    const onnx_model plain = b.build();
    CHECK(op_types(plain) == names{"Sigmoid", "Mul"});
    const elements y = results_of(m)[0], expected = results_of(plain)[0];
    for (std::size_t k = 0; k < y.size(); ++k) CHECK(y[k] == doctest::Approx(expected[k]));
}

TEST_CASE("the operator of opset 24 is that step, as it is") {
    model_builder b;
    b.output(b.node("Swish", {b.input({4})}, {{"alpha", 1.5f}}, 24));
    CHECK(after_fuse_swish(b) == names{"Swish"});
    CHECK(results_of(b.build())[0][0] == doctest::Approx(-11 / (1 + std::exp(16.5))));
}

TEST_CASE("x * HardSigmoid(x) is one HardSwish, if it rises by a sixth") {
    model_builder b;
    const value_id x = b.input({4});
    SUBCASE("a sixth") {
        b.output(b.node("Mul", {x, b.node("HardSigmoid", {x}, sixth)}));
        CHECK(after_fuse_swish(b) == names{"HardSwish"});
    }
    SUBCASE("ONNX's default, a fifth") {
        b.output(b.node("Mul", {x, b.node("HardSigmoid", {x})}));
        CHECK(after_fuse_swish(b) == names{"HardSigmoid", "Mul"});
    }
    SUBCASE("another middle") {
        b.output(
            b.node("Mul", {x, b.node("HardSigmoid", {x}, {{"alpha", 1.0f / 6}, {"beta", 0.f}})}));
        CHECK(after_fuse_swish(b) == names{"HardSigmoid", "Mul"});
    }
}

TEST_CASE("other products stay") {
    model_builder b;
    const value_id x = b.input({4}), s = b.node("Sigmoid", {x});
    SUBCASE("of something else") {
        b.output(b.node("Mul", {b.input({4}), s}));
        CHECK(after_fuse_swish(b) == names{"Sigmoid", "Mul"});
    }
    SUBCASE("with a Sigmoid that others read") {
        b.output(b.node("Mul", {x, s}));
        b.output(b.node("Neg", {s}));
        CHECK(after_fuse_swish(b) == names{"Sigmoid", "Mul", "Neg"});
    }
    SUBCASE("of a Sigmoid that is an output") {
        b.output(b.node("Mul", {x, s}));
        b.output(s);
        CHECK(after_fuse_swish(b) == names{"Sigmoid", "Mul"});
    }
    SUBCASE("of a Sigmoid with itself") {
        b.output(b.node("Mul", {s, s}));
        CHECK(after_fuse_swish(b) == names{"Sigmoid", "Mul"});
    }
}

TEST_CASE("between quantized values it is one table, from one DequantizeLinear or from two") {
    model_builder b;
    const value_id codes = b.input({2, 8}, dtype::i8), x = b.dequantize(codes, 0.3f, 3);
    value_id same = x;
    float scale = 0.3f;
    SUBCASE("one") {}
    SUBCASE("two") { same = b.dequantize(codes, scale, 3); }
    SUBCASE("two that differ") {
        scale = 0.25f;
        same = b.dequantize(codes, scale, 3);
    }
    b.output(b.quantize(b.node("Mul", {x, b.node("Sigmoid", {same})}), 0.025f, -100));
    onnx_model m = b.build();
    run_passes(m, {});
    if (scale != 0.3f) {
        CHECK(op_types(m).back() == "QuantizeLinear");
        return;
    }
    REQUIRE(op_types(m) == names{"Swish"});
    const elements y = results_of(m)[0];
    for (std::size_t k = 0; k < y.size(); ++k) {
        const double real = (input_pattern(dtype::i8, 16)[k] - 3) * static_cast<double>(0.3f);
        CHECK(std::abs(y[k] - real / (1 + std::exp(-real))) <= 0.0126);
    }
}
