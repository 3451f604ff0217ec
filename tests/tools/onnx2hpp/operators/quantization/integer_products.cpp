// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/operators/list.hpp>

#include <onnx2hpp/diagnostic.hpp>

#include <tools/onnx2hpp/lower/interpreter.hpp>

#include <helpers/model_builder.hpp>
#include <helpers/onnx_builder.hpp>

#include <doctest/doctest.h>

#include <algorithm>

using namespace onnx2hpp;
using namespace onnx2hpp::test;
using tigris::dtype;

namespace {

/// [1, length] times a constant column of one number, less the zero points.
struct integer_product {
    model_builder b;
    onnx_model build(std::int64_t length, double weight, double a_zero, double b_zero) {
        const value_id x = b.input({1, length}, dtype::u8);
        const std::vector<double> column(static_cast<std::size_t>(length), weight);
        const value_id w = b.constant({length, 1}, column, dtype::u8);
        b.output(b.node("Cast", {x}, {{"to", std::int64_t{1}}}));
        b.output(b.node("MatMulInteger", {x, w, b.constant({}, {a_zero}, dtype::u8),
                                          b.constant({1}, {b_zero}, dtype::u8)}));
        return b.build();
    }
};

double expected(const elements& x, double weight, double a_zero, double b_zero) {
    double sum = 0;
    for (const double code : x) sum += (code - a_zero) * (weight - b_zero);
    return sum;
}

std::ptrdiff_t count(const onnx_model& m, const std::string& op_type) {
    const auto types = op_types(m);
    return std::count(types.begin(), types.end(), op_type);
}

}  // namespace

TEST_CASE("constant weights make sums of products of codes") {
    const onnx_model m = integer_product().build(7, 200, 3, 100);
    CHECK(count(m, "IntegerMatMul") == 1);
    CHECK(count(m, "MatMul") == 0);
    CHECK(value_of(m, m.outputs[1]).type == dtype::i32);
    const auto r = results_of(m);
    CHECK(r[1][0] == expected(r[0], 200, 3, 100));
}

TEST_CASE("sums up to 2^31 are exact, longer ones are refused") {
    const auto r = results_of(integer_product().build(33000, 255, 0, 0));
    CHECK(r[1][0] == expected(r[0], 255, 0, 0));
    CHECK(verdict_of([] {
              integer_product().build(34000, 255, 0, 0);
          }).says(outcome::unsupported, "too many terms"));
}

TEST_CASE("weights beyond int8 take one output more, which adds up the codes") {
    const onnx_model m = integer_product().build(400, 255, 7, 0);
    CHECK(value_of(m, find_node(m, "IntegerMatMul").inputs[1]).dims == extents{400, 2});
    const auto r = results_of(m);
    CHECK(r[1][0] == expected(r[0], 255, 7, 0));
}

TEST_CASE(
    "weights that are computed at run time, and stacks of matrices, are multiplied in float") {
    model_builder b;
    const value_id x = b.input({2, 1, 3}, dtype::u8);
    b.output(b.node("Cast", {x}, {{"to", std::int64_t{1}}}));
    b.output(b.node("MatMulInteger", {x, b.constant({2, 3, 1}, {200, 1, 2, 3, 4, 5}, dtype::u8)}));
    const onnx_model m = b.build();
    CHECK(count(m, "IntegerMatMul") == 0);
    const auto r = results_of(m);
    CHECK(r[1][0] == 200 * r[0][0] + r[0][1] + 2 * r[0][2]);
    CHECK(r[1][1] == 3 * r[0][3] + 4 * r[0][4] + 5 * r[0][5]);
}

TEST_CASE("zero points of each output may need an offset of each") {
    model_builder b;
    const value_id x = b.input({2, 2}, dtype::u8);
    b.output(b.node("Cast", {x}, {{"to", std::int64_t{1}}}));
    b.output(b.node("MatMulInteger",
                    {x, b.constant({2, 2}, {0, 255, 3, 7}, dtype::u8),
                     b.constant({}, {9}, dtype::u8), b.constant({2}, {200, 1}, dtype::u8)}));
    const auto r = results_of(b.build());
    for (std::size_t i = 0; i < 2; ++i) {
        const double a = r[0][2 * i] - 9, c = r[0][2 * i + 1] - 9;
        CHECK(r[1][2 * i] == a * -200 + c * -197);
        CHECK(r[1][2 * i + 1] == a * 254 + c * 6);
    }
}

TEST_CASE("ConvInteger: zero points of each output, and padding is no number") {
    model_builder b;
    const value_id x = b.input({1, 1, 2, 2}, dtype::u8);
    const value_id w = b.constant({2, 1, 1, 1}, {5, 9}, dtype::i8);
    b.output(b.node("Cast", {x}, {{"to", std::int64_t{1}}}));
    b.output(b.node("ConvInteger",
                    {x, w, b.constant({}, {4}, dtype::u8), b.constant({2}, {1, 2}, dtype::i8)},
                    {{"pads", extents{1, 0, 0, 0}}}, 10));
    const auto r = results_of(b.build());
    REQUIRE(r[1].size() == 12);
    for (std::size_t i = 0; i < 12; ++i) {
        const double x_at = i % 6 < 2 ? 0 : r[0][i % 6 - 2] - 4;
        CHECK(r[1][i] == x_at * (i < 6 ? 4 : 7));
    }
}

TEST_CASE("ConvInteger: wide weights of groups are two layers") {
    model_builder b;
    const value_id x = b.input({1, 2, 1, 2}, dtype::u8);
    b.output(b.node("Cast", {x}, {{"to", std::int64_t{1}}}));
    b.output(b.node("ConvInteger", {x, b.constant({2, 1, 1, 1}, {200, 3}, dtype::u8)},
                    {{"group", std::int64_t{2}}}, 10));
    const onnx_model m = b.build();
    CHECK(count(m, "IntegerConv") == 2);
    const auto r = results_of(m);
    for (std::size_t i = 0; i < 4; ++i) CHECK(r[1][i] == r[0][i] * (i < 2 ? 200 : 3));
}

TEST_CASE("ConvInteger over depth is one over images with more channels") {
    model_builder b;
    const value_id x = b.input({1, 2, 3, 2, 2}, dtype::u8);
    const value_id w = b.constant({1, 2, 2, 1, 1}, {1, 2, 3, 250}, dtype::u8);
    b.output(b.node("Cast", {x}, {{"to", std::int64_t{1}}}));
    b.output(b.node("ConvInteger", {x, w, b.constant({}, {4}, dtype::u8)},
                    {{"pads", extents{1, 0, 0, 0, 0, 0}}}, 10));
    const onnx_model m = b.build();
    CHECK(count(m, "IntegerConv") == 1);
    const auto r = results_of(m);
    REQUIRE(r[1].size() == 12);
    const double weights[2][2]{{1, 2}, {3, 250}};
    for (int depth = 0; depth < 3; ++depth)
        for (int pixel = 0; pixel < 4; ++pixel) {
            double sum = 0;
            for (int c = 0; c < 2; ++c)
                for (int k = 0; k < 2; ++k)
                    if (const int d = depth + k - 1; d >= 0)
                        sum += weights[c][k] *
                               (r[0][static_cast<std::size_t>((c * 3 + d) * 4 + pixel)] - 4);
            CHECK(r[1][static_cast<std::size_t>(depth * 4 + pixel)] == sum);
        }
}

TEST_CASE("ConvInteger over depth with kernels of one depth") {
    model_builder b;
    const value_id x = b.input({1, 1, 2, 1, 2}, dtype::u8);
    const value_id w = b.constant({1, 1, 1, 1, 1}, {7}, dtype::u8);
    b.output(b.node("Cast", {x}, {{"to", std::int64_t{1}}}));
    b.output(b.node("ConvInteger", {x, w, b.constant({}, {4}, dtype::u8)}, {}, 10));
    const auto r = results_of(b.build());
    REQUIRE(r[1].size() == 4);
    for (std::size_t i = 0; i < 4; ++i) CHECK(r[1][i] == 7 * (r[0][i] - 4));
}

TEST_CASE("a Concat of one tensor of integers moves them") {
    for (const dtype type : {dtype::i8, dtype::u8, dtype::i16}) {
        model_builder b;
        const value_id x = b.input({2, 3}, type);
        b.output(b.node("Identity", {x}));
        b.output(b.node("Concat", {x}, {{"axis", std::int64_t{0}}}));
        const auto r = results_of(b.build());
        CHECK(r[0] == r[1]);
    }
}

TEST_CASE("other types than 8 bits are bad input") {
    model_builder b;
    b.output(b.node("MatMulInteger", {b.input({2, 2}), b.input({2, 2})}, {}, 10));
    CHECK(verdict_of([&] { b.build(); }).says(outcome::bad_input, "int8 or uint8"));
}
