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

TEST_CASE("short sums are exact in float: one integer_product") {
    const onnx_model m = integer_product().build(7, 200, 3, 100);
    CHECK(count(m, "MatMul") == 1);
    CHECK(value_of(m, m.outputs[1]).type == dtype::i32);
    const auto r = results_of(m);
    CHECK(r[1][0] == expected(r[0], 200, 3, 100));
}

TEST_CASE("longer sums are made of two products, those that cannot be are refused") {
    const onnx_model m = integer_product().build(400, 255, 0, 0);
    CHECK(count(m, "MatMul") == 2);
    const auto r = results_of(m);
    CHECK(r[1][0] == expected(r[0], 255, 0, 0));
    CHECK(verdict_of([] {
              integer_product().build(5000, 255, 0, 0);
          }).says(outcome::unsupported, "too many terms"));
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

TEST_CASE("other types than 8 bits are bad input") {
    model_builder b;
    b.output(b.node("MatMulInteger", {b.input({2, 2}), b.input({2, 2})}, {}, 10));
    CHECK(verdict_of([&] { b.build(); }).says(outcome::bad_input, "int8 or uint8"));
}
