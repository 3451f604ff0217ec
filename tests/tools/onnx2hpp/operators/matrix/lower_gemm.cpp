// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/operators/list.hpp>

#include <helpers/model_builder.hpp>
#include <onnx2hpp/passes/pass_list.hpp>
#include <tools/onnx2hpp/lower/interpreter.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

constexpr std::int64_t rows = 2, depth = 3, columns = 4;

/// A matrix or addend, at run time or constant, and its elements.
struct operand {
    value_id v;
    extents dims;
    elements numbers;
};

operand add_operand(model_builder& b, const extents& dims, bool is_constant) {
    if (!is_constant)
        return {b.input(dims), dims, input_pattern(tigris::dtype::f32, element_count(dims))};
    const value_id v = b.constant(dims);
    return {v, dims, numbers_of(*value_of(b.model, v).constant)};
}

double element(const operand& m, std::int64_t row, std::int64_t column, bool is_transposed) {
    if (is_transposed) std::swap(row, column);
    return m.numbers[static_cast<std::size_t>(row * m.dims[1] + column)];
}

/// What broadcasting pairs with a place of the result.
double addend(const operand& c, std::int64_t row, std::int64_t column) {
    const std::size_t rank = c.dims.size();
    const std::int64_t width = rank > 0 ? c.dims[rank - 1] : 1, height = rank > 1 ? c.dims[0] : 1;
    return c.numbers[static_cast<std::size_t>((height > 1 ? row : 0) * width +
                                              (width > 1 ? column : 0))];
}

/// A Gemm with factors; `c` may be null.
struct gemm_case {
    float alpha, beta;
    bool transposes_a, transposes_b;
};

elements expected(const gemm_case& g, const operand& a, const operand& b, const operand* c) {
    elements result;
    for (std::int64_t row = 0; row < rows; ++row)
        for (std::int64_t column = 0; column < columns; ++column) {
            double sum = 0;
            for (std::int64_t k = 0; k < depth; ++k)
                sum += element(a, row, k, g.transposes_a) * element(b, k, column, g.transposes_b);
            const double more = c ? double(g.beta) * addend(*c, row, column) : 0;
            result.push_back(double(g.alpha) * sum + more);
        }
    return result;
}

value_id add_gemm(model_builder& m, const gemm_case& g, std::vector<value_id> inputs) {
    return m.node("Gemm", std::move(inputs),
                  {{"alpha", g.alpha},
                   {"beta", g.beta},
                   {"transA", std::int64_t{g.transposes_a}},
                   {"transB", std::int64_t{g.transposes_b}}});
}

extents matrix(std::int64_t height, std::int64_t width, bool is_transposed) {
    return is_transposed ? extents{width, height} : extents{height, width};
}

/// Before and after the passes, with C of these extents if there are any.
void check(const gemm_case& g, bool has_constant_b, const extents* c_dims, bool has_constant_c) {
    model_builder m;
    const operand a = add_operand(m, matrix(rows, depth, g.transposes_a), false);
    const operand b = add_operand(m, matrix(depth, columns, g.transposes_b), has_constant_b);
    operand c{};
    if (c_dims) c = add_operand(m, *c_dims, has_constant_c);
    m.output(add_gemm(m, g, c_dims ? std::vector{a.v, b.v, c.v} : std::vector{a.v, b.v}));
    onnx_model model = m.build();
    const elements result = expected(g, a, b, c_dims ? &c : nullptr);
    CHECK(results_of(model)[0] == result);
    run_passes(model, {});
    CHECK(results_of(model)[0] == result);
}

}  // namespace

TEST_CASE("Gemm: every C, factor, transposition, and what is known of B and C") {
    const std::vector<extents> shapes{{},           {1},       {columns},      {1, 1},
                                      {1, columns}, {rows, 1}, {rows, columns}};
    for (const float alpha : {1.f, 0.5f})
        for (const float beta : {1.f, 0.5f, 0.f})
            for (int bits = 0; bits < 16; ++bits) {
                const gemm_case g{alpha, beta, (bits & 1) != 0, (bits & 2) != 0};
                CAPTURE(alpha);
                CAPTURE(beta);
                CAPTURE(bits);
                check(g, (bits & 4) != 0, nullptr, false);
                for (const extents& shape : shapes) {
                    CAPTURE(shape.size());
                    check(g, (bits & 4) != 0, &shape, (bits & 8) != 0);
                }
            }
}
