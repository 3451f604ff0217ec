// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/operators/list.hpp>

#include <helpers/model_builder.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/lower/lower.hpp>
#include <onnx2hpp/passes/pass_list.hpp>
#include <tools/onnx2hpp/lower/interpreter.hpp>
#include <tools/onnx2hpp/lower/lowered_facts.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;
using names = std::vector<std::string>;
using tigris::dtype;

TEST_CASE("Gemm: factors, transposed data, and a C that is a whole matrix") {
    model_builder b;
    const value_id x = b.input({2, 3});
    const value_id w = b.constant({3, 2}, {1, 2, 3, 4, 5, 6});
    elements expected{1 * -11 + 3 * 3 + 5 * -6, 2 * -11 + 4 * 3 + 6 * -6, 1 * 8 + 3 * -1 + 5 * -10,
                      2 * 8 + 4 * -1 + 6 * -10};
    value_id y = absent;
    SUBCASE("factors") {
        y = b.node("Gemm", {x, w, b.constant({2}, {10, 20})}, {{"alpha", 2.f}, {"beta", 0.5f}});
        for (std::size_t k = 0; k < 4; ++k) expected[k] = 2 * expected[k] + (k % 2 ? 10 : 5);
    }
    SUBCASE("a matrix C") {
        y = b.node("Gemm", {x, w, b.constant({2, 2}, {1, 2, 3, 4})}, {{"beta", 2.f}});
        for (std::size_t k = 0; k < 4; ++k) expected[k] += 2.0 * static_cast<double>(k + 1);
    }
    SUBCASE("a column C") {
        y = b.node("Gemm", {x, w, b.constant({2, 1}, {100, 200})});
        for (std::size_t k = 0; k < 4; ++k) expected[k] += k < 2 ? 100 : 200;
    }
    SUBCASE("transposed data") {
        y = b.node("Gemm", {b.node("Transpose", {x}), w}, {{"transA", std::int64_t{1}}});
        b.output(y);
        CHECK(steps(lower(b.build(), {})) == names{"gemm"});
        b.model.outputs.clear();
    }
    b.output(y);
    CHECK(results_of(b.build())[0] == expected);
}

TEST_CASE("an accumulator that could leave 32 bits is refused") {
    model_builder b;
    const value_id x = b.dequantize(b.input({1, 2}, dtype::i8), 0.5f, 3);
    const value_id w = b.dequantize(b.constant({2, 2}, {100, 2, 3, 4}, dtype::i8), 0.5f, 0);
    const value_id bias =
        b.dequantize(b.constant({2}, {2147480000, 1}, dtype::i32), 0.25f, 0, dtype::i32);
    b.output(b.quantize(b.node("Gemm", {x, w, bias}), 1.0f, 0));
    onnx_model m = b.build();
    run_passes(m, {});
    CHECK_THROWS_AS(lower(m, {}), failure);
}
