// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/operators/list.hpp>

#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/passes/pass_list.hpp>

#include <tools/onnx2hpp/lower/interpreter.hpp>

#include <helpers/captured_notes.hpp>
#include <helpers/model_builder.hpp>
#include <helpers/onnx_builder.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <utility>

using namespace onnx2hpp;
using namespace onnx2hpp::test;
using tigris::dtype;

namespace {

/// A model of one operator on codes, whose inputs are outputs, too.
struct codes_model {
    model_builder b;

    value_id input(const extents& dims, dtype type = dtype::i8) {
        const value_id x = b.input(dims, type);
        b.output(b.node("Identity", {x}));
        return x;
    }
    value_id scale(double s) { return b.constant({}, {s}); }
    value_id zero(double z, dtype type = dtype::i8) { return b.constant({}, {z}, type); }
    /// All outputs, codes as the numbers that they mean.
    std::vector<elements> run(const std::string& op, std::vector<value_id> inputs,
                              const attributes& held = {}, const char* domain = "com.microsoft") {
        const value_id y = b.node(op, std::move(inputs), held, 1);
        b.model.nodes.back().domain = domain;
        b.output(y);
        onnx_model built = b.build();
        run_passes(built, options{});
        return results_of(built);
    }
};

/// What codes of this scale and zero point can say of x.
double rounded(double x, double scale, double zero_point) {
    return (std::clamp(std::nearbyint(x / scale) + zero_point, -128.0, 127.0) - zero_point) * scale;
}

}  // namespace

TEST_CASE("operators on codes become groups that fold into integer nodes") {
    model_builder b;
    const auto scale = [&](double s) { return b.constant({}, {s}); };
    const auto zero = [&](double z) { return b.constant({}, {z}, dtype::i8); };
    const value_id x = b.input({1, 2, 3, 3}, dtype::i8), xs = scale(0.5), xz = zero(3);
    const auto group = [&](const std::string& op, std::vector<value_id> inputs,
                           const attributes& held = {}, const char* domain = "com.microsoft") {
        const value_id y = b.node(op, std::move(inputs), held, 1);
        b.model.nodes.back().domain = domain;
        return y;
    };
    const value_id w = b.constant({2, 2, 1, 1}, {}, dtype::i8), ws = b.constant({2}, {0.25, 0.5});
    const value_id wz = b.constant({2}, {0, 0}, dtype::i8);
    const value_id bias = b.constant({2}, {5, -7}, dtype::i32);
    b.output(group("QLinearConv", {x, xs, xz, w, ws, wz, scale(2), zero(-5), bias}, {}, ""));
    b.output(group("QLinearAdd", {x, xs, xz, x, xs, xz, scale(1), zero(0)}));
    b.output(group("QLinearMul", {x, xs, xz, x, xs, xz, scale(1), zero(0)}));
    b.output(group("QLinearSigmoid", {x, xs, xz, scale(1.0 / 256), zero(-128)}));
    b.output(group("QLinearLeakyRelu", {x, xs, xz, scale(1), zero(0)}, {{"alpha", 0.5f}}));
    b.output(group("QLinearConcat", {scale(1), zero(0), x, xs, xz, x, xs, xz},
                   {{"axis", std::int64_t{1}}}));
    b.output(group("QLinearGlobalAveragePool", {x, xs, xz, scale(1), zero(0)}));
    onnx_model m = b.build();
    for (const value_id v : m.outputs) CHECK(value_of(m, v).type == dtype::i8);
    run_passes(m, options{});
    CHECK(op_types(m) ==
          names{"Conv", "Add", "Mul", "Sigmoid", "LeakyRelu", "Concat", "GlobalAveragePool"});
}

TEST_CASE("a product of codes with zero points on both sides") {
    codes_model m;
    const value_id a = m.input({2, 3}), b = m.b.constant({3, 2}, {1, -2, 3, 4, -5, 6}, dtype::i8);
    const auto r =
        m.run("QLinearMatMul",
              {a, m.scale(0.5), m.zero(3), b, m.scale(0.25), m.zero(-1), m.scale(0.5), m.zero(7)},
              {}, "");
    const double w[]{2, -1, 4, 5, -4, 7};
    for (std::size_t i = 0; i < 4; ++i) {
        double sum = 0;
        for (std::size_t k = 0; k < 3; ++k) sum += r[0][i / 2 * 3 + k] * 0.25 * w[k * 2 + i % 2];
        CHECK(r[1][i] == doctest::Approx(rounded(sum, 0.5, 7)));
    }
}

TEST_CASE("each column of a product may have a scale and a zero point of its own") {
    codes_model m;
    const value_id a = m.input({2, 3}), b = m.b.constant({3, 2}, {1, -2, 3, 4, -5, 6}, dtype::i8);
    const auto r = m.run("QLinearMatMul",
                         {a, m.scale(0.5), m.zero(3), b, m.b.constant({1, 2}, {0.25, 0.5}),
                          m.b.constant({1, 2}, {-1, 2}, dtype::i8), m.scale(0.5), m.zero(7)},
                         {}, "");
    const double w[]{0.5, -2, 1, 1, -1, 2};
    for (std::size_t i = 0; i < 4; ++i) {
        double sum = 0;
        for (std::size_t k = 0; k < 3; ++k) sum += r[0][i / 2 * 3 + k] * w[k * 2 + i % 2];
        CHECK(r[1][i] == doctest::Approx(rounded(sum, 0.5, 7)));
    }
}

TEST_CASE("zero points of sums and products may be left out, which means 0") {
    for (const char* op : {"QLinearAdd", "QLinearMul"}) {
        codes_model m;
        const value_id a = m.input({2, 3}), b = m.input({2, 3});
        const auto r = m.run(
            op, {a, m.scale(0.5), absent, b, m.scale(0.25), m.zero(3), m.scale(0.125), absent});
        for (std::size_t i = 0; i < 6; ++i) {
            const double a_i = r[0][i], b_i = r[1][i];
            const double exact = op == std::string("QLinearAdd") ? a_i + b_i : a_i * b_i;
            CHECK(r[2][i] == rounded(exact, 0.125, 0));
        }
    }
    for (const std::size_t slot : {0u, 1u, 3u, 4u, 6u}) {
        codes_model m;
        const value_id a = m.input({2, 3}), b = m.input({2, 3});
        std::vector<value_id> inputs{a,          m.scale(1), absent,     b,
                                     m.scale(1), absent,     m.scale(1), absent};
        inputs[slot] = absent;
        CHECK(verdict_of([&] { m.run("QLinearAdd", inputs); }).code == outcome::bad_input);
    }
}

TEST_CASE("pools of channels that lie last average and compare within a channel") {
    codes_model m;
    const value_id x = m.input({1, 2, 2, 3});
    const attributes window{{"kernel_shape", extents{2, 2}}};
    SUBCASE("averages") {
        const std::pair<const char*, attributes> pools[]{{"QLinearAveragePool", window},
                                                         {"QLinearGlobalAveragePool", {}}};
        for (auto [op, last] : pools) {
            codes_model own = m;
            last["channels_last"] = std::int64_t{1};
            const std::vector<value_id> codes{x, own.scale(0.5), own.zero(3), own.scale(0.25),
                                              own.zero(1)};
            const auto r = own.run(op, codes, last);
            REQUIRE(r[1].size() == 3);
            for (std::size_t c = 0; c < 3; ++c)
                CHECK(r[1][c] ==
                      rounded((r[0][c] + r[0][3 + c] + r[0][6 + c] + r[0][9 + c]) / 4, 0.25, 1));
        }
    }
    SUBCASE("the largest") {
        const auto r = m.run("NhwcMaxPool", {x}, window);
        REQUIRE(r[1].size() == 3);
        for (std::size_t c = 0; c < 3; ++c)
            CHECK(r[1][c] == std::max({r[0][c], r[0][3 + c], r[0][6 + c], r[0][9 + c]}));
    }
}

TEST_CASE("QLinearSoftmax goes over all axes from its own on if its opset says so") {
    for (const std::int64_t opset : {12, 13}) {
        codes_model m;
        const value_id x = m.input({2, 2, 3});
        const auto r = m.run("QLinearSoftmax",
                             {x, m.scale(0.125), m.zero(0), m.scale(1.0 / 256), m.zero(-128)},
                             {{"axis", std::int64_t{1}}, {"opset", opset}});
        const std::size_t group = opset < 13 ? 6 : 2;  // six elements, or two that lie 3 apart
        for (std::size_t i = 0; i < 12; ++i) {
            double sum = 0;
            for (std::size_t k = 0; k < group; ++k)
                sum += std::exp(r[0][opset < 13 ? i / 6 * 6 + k : i / 6 * 6 + i % 3 + 3 * k]);
            CHECK(r[1][i] == doctest::Approx(rounded(std::exp(r[0][i]) / sum, 1.0 / 256, -128)));
        }
    }
}

TEST_CASE("QLinearSoftmax of one element of uint8 is noted, of which ONNX Runtime says 0") {
    const auto is_noted = [](const extents& dims, dtype type, std::int64_t opset) {
        codes_model m;
        captured_notes notes;
        m.run("QLinearSoftmax",
              {m.input(dims, type), m.scale(0.125), m.zero(0, type), m.scale(1.0 / 256),
               m.zero(0, type)},
              {{"axis", std::int64_t{1}}, {"opset", opset}});
        return notes.take().find("ONNX Runtime says 0") != std::string::npos;
    };
    CHECK(is_noted({2, 1, 3}, dtype::u8, 13));
    CHECK_FALSE(is_noted({2, 1, 3}, dtype::u8, 12));
    CHECK_FALSE(is_noted({2, 2}, dtype::u8, 13));
    CHECK_FALSE(is_noted({2, 1, 3}, dtype::i8, 13));
}

TEST_CASE("QGemm: a bias in units of alpha and both scales; without a scale the result is float") {
    for (const bool has_scale : {false, true}) {
        codes_model m;
        const std::vector<double> w{1, -2, 3, 4, -5, 6}, bias{16, -32};
        const value_id a = m.input({2, 3}), b = m.b.constant({2, 3}, w, dtype::i8);
        std::vector<value_id> inputs{a,
                                     m.scale(0.5),
                                     m.zero(3),
                                     b,
                                     m.scale(0.25),
                                     m.zero(0),
                                     m.b.constant({2}, bias, dtype::i32)};
        if (has_scale) inputs.insert(inputs.end(), {m.scale(0.5), m.zero(7)});
        const auto r = m.run("QGemm", inputs, {{"alpha", 2.0f}, {"transB", std::int64_t{1}}});
        for (std::size_t i = 0; i < 4; ++i) {
            double sum = bias[i % 2] * 2 * 0.5 * 0.25;
            for (std::size_t k = 0; k < 3; ++k)
                sum += 2 * r[0][i / 2 * 3 + k] * 0.25 * w[i % 2 * 3 + k];
            CHECK(r[1][i] == doctest::Approx(has_scale ? rounded(sum, 0.5, 7) : sum));
        }
    }
}
