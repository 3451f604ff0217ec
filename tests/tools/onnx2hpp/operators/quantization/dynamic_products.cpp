// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/operators/list.hpp>

#include <onnx2hpp/diagnostic.hpp>

#include <tools/onnx2hpp/lower/interpreter.hpp>

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

value_id microsoft_node(model_builder& b, const char* op, std::vector<value_id> inputs) {
    const value_id y = b.node(op, std::move(inputs), {}, 1);
    b.model.nodes.back().domain = "com.microsoft";
    return y;
}

}  // namespace

TEST_CASE("MatMulIntegerToFloat scales sums by columns and adds a bias") {
    model_builder b;
    const value_id x = b.input({2, 2}, dtype::u8);
    b.output(b.node("Cast", {x}, {{"to", std::int64_t{1}}}));
    b.output(microsoft_node(b, "MatMulIntegerToFloat",
                            {x, b.constant({2, 2}, {3, -4, 5, 6}, dtype::i8), b.constant({}, {0.5}),
                             b.constant({2}, {0.25, 2}), b.constant({}, {7}, dtype::u8),
                             b.constant({2}, {1, 0}, dtype::i8), b.constant({2}, {10, 20})}));
    const auto r = results_of(b.build());
    for (std::size_t i = 0; i < 2; ++i) {
        const double p = r[0][2 * i] - 7, q = r[0][2 * i + 1] - 7;
        CHECK(r[1][2 * i] == doctest::Approx((p * 2 + q * 4) * 0.125 + 10));
        CHECK(r[1][2 * i + 1] == doctest::Approx((p * -4 + q * 6) + 20));
    }
}

TEST_CASE("DynamicQuantizeMatMul quantizes its floats over their range") {
    model_builder b;
    const value_id x = b.input({1, 3});
    b.output(b.node("Identity", {x}));
    b.output(
        microsoft_node(b, "DynamicQuantizeMatMul",
                       {x, b.constant({3, 1}, {1, 2, -3}, dtype::i8), b.constant({1}, {0.5})}));
    const auto r = results_of(b.build());
    const double low = std::min({0.0, r[0][0], r[0][1], r[0][2]});
    const double high = std::max({0.0, r[0][0], r[0][1], r[0][2]});
    const double scale = (high - low) / 255;
    const auto rounded = [&](double v) { return std::nearbyint(v / scale) * scale; };
    CHECK(r[1][0] ==
          doctest::Approx((rounded(r[0][0]) + 2 * rounded(r[0][1]) - 3 * rounded(r[0][2])) * 0.5)
              .epsilon(1e-5));
}

TEST_CASE("numbers that are neither one nor one for each column are refused") {
    model_builder b;
    const value_id x = b.input({1, 3}, dtype::u8);
    b.output(microsoft_node(b, "MatMulIntegerToFloat",
                            {x, b.constant({3, 2}, {1, 2, 3, 4, 5, 6}, dtype::i8),
                             b.constant({}, {1}), b.constant({3}, {1, 1, 1})}));
    CHECK(verdict_of([&] {
              b.build();
          }).says(outcome::bad_input, "input 3 has 3 numbers, and the matrix 2 columns"));
}
