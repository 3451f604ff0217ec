// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/operators/list.hpp>

#include <onnx2hpp/diagnostic.hpp>

#include <tools/onnx2hpp/lower/interpreter.hpp>

#include <helpers/model_builder.hpp>
#include <helpers/onnx_builder.hpp>
#include <onnx2hpp/lower/lower.hpp>
#include <tools/onnx2hpp/lower/lowered_facts.hpp>

#include <doctest/doctest.h>

#include <cmath>

using namespace onnx2hpp;
using namespace onnx2hpp::test;
using names = std::vector<std::string>;
using tigris::dtype;

namespace {

/// What nodes of `op` make of inputs [0.., x1, x2, ...] that are the interpreter's pattern.
struct one_node {
    model_builder b;
    std::vector<value_id> inputs;

    one_node& input(const extents& dims, dtype type = dtype::f32) {
        inputs.push_back(b.input(dims, type));
        return *this;
    }
    one_node& constant(const extents& dims, std::vector<double> numbers, dtype type = dtype::f32) {
        inputs.push_back(b.constant(dims, std::move(numbers), type));
        return *this;
    }
    onnx_model build(const std::string& op, const attributes& held = {}, int since = 28,
                     const std::string& domain = "") {
        const value_id y = b.node(op, inputs, held, since);
        b.model.nodes.back().domain = domain;
        for (const value_id v : b.model.inputs) b.output(b.node("Identity", {v}));
        b.output(y);
        return b.build();
    }
};

/// The inputs, and the result last.
std::vector<elements> run(const onnx_model& m) { return results_of(m); }

}  // namespace

TEST_CASE("Max and Min of any number of inputs become functions of two") {
    for (const char* op : {"Max", "Min"}) {
        const auto r = run(one_node().input({4}).input({4}).input({4}).build(op));
        for (std::size_t i = 0; i < 4; ++i) {
            const double all[]{r[0][i], r[1][i], r[2][i]};
            const double expected =
                op[1] == 'a' ? *std::max_element(all, all + 3) : *std::min_element(all, all + 3);
            CHECK(r[3][i] == expected);
        }
    }
    CHECK(op_types(one_node().input({4}).build("Max")) == names{"Identity", "Identity"});
}

TEST_CASE("Sum and Mean broadcast") {
    const auto sum = run(one_node().input({2, 3}).input({3}).input({1}).build("Sum"));
    const auto mean = run(one_node().input({2, 3}).input({3}).input({1}).build("Mean"));
    for (std::size_t i = 0; i < 6; ++i) {
        const double expected = sum[0][i] + sum[1][i % 3] + sum[2][0];
        CHECK(sum[3][i] == doctest::Approx(expected));
        CHECK(mean[3][i] == doctest::Approx(expected / 3));
    }
}

TEST_CASE("before version 8 Max, Min, Sum and Mean do not broadcast") {
    for (const char* op : {"Max", "Min", "Sum", "Mean"}) {
        const auto build = [&](const extents& second, int since) {
            return verdict_of([&] { one_node().input({2, 3}).input(second).build(op, {}, since); });
        };
        CHECK(build({3}, 6).says(outcome::bad_input, "[2, 3] and [3] differ"));
        CHECK(build({2, 3}, 6).code == outcome::success);
        CHECK(build({3}, 8).code == outcome::success);
    }
}

TEST_CASE("Clip by constants is a clamp; by anything else Max and Min, and the maximum wins") {
    one_node c;
    CHECK(op_types(c.input({4}).constant({}, {-1}).constant({}, {1}).build("Clip"))[0] == "Clip");
    one_node crossed;
    crossed.input({4}, dtype::i32).constant({}, {3}, dtype::i32).constant({1}, {1}, dtype::i32);
    const auto r = run(crossed.build("Clip"));
    CHECK(r[1] == elements{1, 1, 1, 1});
    one_node late;
    CHECK(op_types(late.input({4}).input({}).build("Clip"))[0] == "Max");
}

TEST_CASE("a Relu of integers is a Max") {
    CHECK(op_types(one_node().input({4}, dtype::i32).build("Relu"))[0] == "Max");
    CHECK(op_types(one_node().input({4}).build("Relu"))[0] == "Relu");
}

TEST_CASE("before version 7 the second shape lies where axis says") {
    const attributes asked{{"broadcast", std::int64_t{1}}, {"axis", std::int64_t{1}}};
    const auto r = run(one_node().input({2, 3, 4}).input({3}).build("Sub", asked, 6));
    for (std::size_t i = 0; i < 24; ++i) CHECK(r[2][i] == r[0][i] - r[1][i / 4 % 3]);
    const attributes beyond{{"broadcast", std::int64_t{1}}, {"axis", std::int64_t{3}}};
    const auto build = [&](const attributes& held, const extents& b) {
        return verdict_of([&] { one_node().input({2, 3, 4}).input(b).build("Add", held, 6); });
    };
    CHECK(build(beyond, {3}).says(outcome::bad_input, "does not fit into [2, 3, 4]"));
    CHECK(build(asked, {2}).code == outcome::bad_input);
    CHECK(build({}, {4}).says(outcome::bad_input, "broadcast is not asked for"));
}

TEST_CASE("PRelu-6 has a slope for each channel") {
    const auto r = run(one_node().input({1, 2, 3}).constant({2}, {0.5, 2}).build("PRelu", {}, 6));
    for (std::size_t i = 0; i < 6; ++i)
        CHECK(r[1][i] == (r[0][i] < 0 ? r[0][i] * (i < 3 ? 0.5 : 2) : r[0][i]));
}

TEST_CASE("a slope must not be larger than the input") {
    CHECK(verdict_of([] {
              one_node().input({3}).constant({2, 3}, {}).build("PRelu");
          }).says(outcome::bad_input, "slopes of shape [2, 3] do not broadcast"));
}

TEST_CASE("Mod of floats needs fmod, BitShift a direction, Not a bool") {
    const auto verdict = [](one_node n, const std::string& op, const attributes& held) {
        return verdict_of([&] { n.build(op, held); });
    };
    CHECK(verdict(one_node().input({3}).input({3}), "Mod", {}).says(outcome::bad_input, "fmod"));
    CHECK(verdict(one_node().input({3}, dtype::u8).input({3}, dtype::u8), "BitShift",
                  {{"direction", std::string("UP")}})
              .says(outcome::bad_input, "'UP'"));
    CHECK(verdict(one_node().input({3}), "Not", {}).code == outcome::unsupported);
    CHECK(verdict(one_node().input({3}).input({3}), "And", {}).code == outcome::unsupported);
    CHECK(verdict(one_node().input({3}, dtype::i32), "Sqrt", {}).code == outcome::unsupported);
    CHECK(verdict(one_node().input({3}), "BitCast", {{"to", std::int64_t{7}}})
              .says(outcome::bad_input, "differ in width"));
    CHECK(verdict(one_node().input({3}, dtype::i32), "Cast", {{"to", std::int64_t{11}}})
              .says(outcome::unsupported, "double"));
}

TEST_CASE("Where chooses, with three shapes") {
    one_node n;
    n.constant({3}, {1, 0, 1}, dtype::boolean).input({2, 1}).input({2, 3});
    const auto r = run(n.build("Where"));
    for (std::size_t i = 0; i < 6; ++i) CHECK(r[2][i] == (i % 3 == 1 ? r[1][i] : r[0][i / 3]));
}

TEST_CASE("Less is Greater with exchanged operands") {
    const auto r = run(one_node().input({2, 3}).input({3}).build("Less"));
    for (std::size_t i = 0; i < 6; ++i) CHECK(r[2][i] == (r[0][i] < r[1][i % 3]));
}

TEST_CASE("SwiGLU gates its second input") {
    const auto r = run(one_node().input({4}).input({4}).build("SwiGLU", {{"alpha", 2.0f}}));
    for (std::size_t i = 0; i < 4; ++i)
        CHECK(r[2][i] == doctest::Approx(r[0][i] / (1 + std::exp(-2 * r[0][i])) * r[1][i]));
}

TEST_CASE("com.microsoft: a bias before Gelu, an activation behind Conv") {
    const auto r =
        run(one_node().input({2, 3}).input({3}).build("BiasGelu", {}, 1, "com.microsoft"));
    for (std::size_t i = 0; i < 6; ++i) {
        const double x = r[0][i] + r[1][i % 3];
        CHECK(r[2][i] == doctest::Approx(x / 2 * std::erfc(-x / std::sqrt(2.0))));
    }
    const auto conv = [](const std::string& name) {
        one_node n;
        n.input({1, 1, 2, 2}).constant({1, 1, 1, 1}, {1}).constant({1}, {0});
        n.inputs.push_back(n.b.input({1, 1, 2, 2}));
        return n.build("FusedConv", {{"activation", name}}, 1, "com.microsoft");
    };
    CHECK(op_types(conv("Relu")) ==
          names{"Conv", "Add", "Relu", "Identity", "Identity", "Identity"});
    CHECK(verdict_of([&] {
              conv("LeakyRelu");
          }).says(outcome::bad_input, "its activation_params for LeakyRelu are 1 too few"));
    CHECK(verdict_of([&] { conv("Cube"); }).says(outcome::unsupported, "'Cube'"));
}

TEST_CASE("com.microsoft: QuickGelu, and a Gemm with the function that it names") {
    const auto quick = run(one_node().input({2, 3}).build("QuickGelu", {}, 1, "com.microsoft"));
    for (std::size_t i = 0; i < 6; ++i)
        CHECK(quick[1][i] == doctest::Approx(quick[0][i] / (1 + std::exp(-1.702 * quick[0][i]))));
    const auto gemm = [](attributes held) {
        one_node n;
        n.input({2, 1}).constant({1, 2}, {1, -1}).constant({2}, {-2, 0.5});
        held.emplace("alpha", 3.0f);  // the product's, not the function's
        return n.build("FusedGemm", held, 1, "com.microsoft");
    };
    const auto y = run(gemm({{"activation", "LeakyRelu"}, {"activation_alpha", 0.25f}}));
    for (std::size_t i = 0; i < 4; ++i) {
        const double sum = 3 * y[0][i / 2] * (i % 2 == 0 ? 1 : -1) + (i % 2 == 0 ? -2 : 0.5);
        CHECK(y[1][i] == doctest::Approx(sum < 0 ? 0.25 * sum : sum));
    }
    CHECK(op_types(gemm({})) == names{"Gemm", "Identity", "Identity"});
    CHECK(verdict_of([&] { gemm({{"activation", "Cube"}}); }).says(outcome::unsupported, "'Cube'"));
}

TEST_CASE("Sigmoid, HardSigmoid and HardSwish are unary") {
    model_builder b;
    const value_id x = b.input({1, 4});  // -11, 3, -6, 8
    b.output(b.node("Sigmoid", {x}));
    b.output(b.node("HardSigmoid", {x}, {{"alpha", 0.125f}, {"beta", 0.25f}}));
    b.output(b.node("HardSigmoid", {x}));
    b.output(b.node("HardSwish", {x}, {}, 14));
    const onnx_model m = b.build();
    CHECK(steps(lower(m, {})) == names(4, "unary"));
    const auto results = results_of(m);
    CHECK(results[0][1] == doctest::Approx(0.95257413));
    CHECK(results[1] == elements{0, 0.625, 0, 1});
    CHECK(results[2][1] == 1);
    CHECK(results[3] == elements{0, 3, 0, 8});
}
