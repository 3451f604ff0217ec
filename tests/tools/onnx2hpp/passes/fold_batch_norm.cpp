// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/passes/fold_batch_norm.hpp>

#include <tools/onnx2hpp/lower/interpreter.hpp>

#include <helpers/model_builder.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

using names = std::vector<std::string>;

namespace {

value_id batch_norm(model_builder& b, value_id x, std::int64_t channels) {
    std::vector<double> scale, bias, mean, variance;
    for (std::int64_t c = 0; c < channels; ++c) {
        scale.push_back(0.5 + static_cast<double>(c));
        bias.push_back(3.0 - static_cast<double>(c));
        mean.push_back(0.25 * static_cast<double>(c));
        variance.push_back(1.0 + static_cast<double>(c));
    }
    return b.node("BatchNormalization",
                  {x, b.constant({channels}, scale), b.constant({channels}, bias),
                   b.constant({channels}, mean), b.constant({channels}, variance)},
                  {{"epsilon", 1e-3f}}, 15);
}

names after_fold_batch_norm(onnx_model m) {
    const auto expected = results_of(m);
    fold_batch_norm(m);
    const auto actual = results_of(m);
    for (std::size_t k = 0; k < expected[0].size(); ++k)
        CHECK(actual[0][k] == doctest::Approx(expected[0][k]).epsilon(1e-5));
    return op_types(m);
}

}  // namespace

TEST_CASE("BatchNormalization becomes part of a Conv, with and without bias") {
    model_builder b;
    const value_id x = b.input({1, 2, 4, 4});
    SUBCASE("without") {
        b.output(batch_norm(b, b.node("Conv", {x, b.constant({3, 2, 3, 3})}), 3));
    }
    SUBCASE("with") {
        b.output(batch_norm(b, b.node("Conv", {x, b.constant({3, 2, 3, 3}), b.constant({3})}), 3));
    }
    CHECK(after_fold_batch_norm(b.build()) == names{"Conv"});
}

TEST_CASE("BatchNormalization becomes part of a matrix") {
    model_builder b;
    const value_id x = b.input({2, 4});
    SUBCASE("MatMul") { b.output(batch_norm(b, b.node("MatMul", {x, b.constant({4, 3})}), 3)); }
    SUBCASE("Gemm with factors") {
        const value_id product =
            b.node("Gemm", {x, b.constant({3, 4}), b.constant({3})},
                   {{"transB", std::int64_t{1}}, {"alpha", 2.f}, {"beta", 0.5f}});
        b.output(batch_norm(b, product, 3));
    }
    CHECK(after_fold_batch_norm(b.build()).size() == 1);
}

TEST_CASE("BatchNormalization with nothing to fold into stays") {
    model_builder b;
    b.output(batch_norm(b, b.node("Relu", {b.input({1, 3, 2, 2})}), 3));
    CHECK(after_fold_batch_norm(b.build()) == names{"Relu", "BatchNormalization"});
}

TEST_CASE("BatchNormalization behind a Conv that others read stays") {
    model_builder b;
    const value_id conv = b.node("Conv", {b.input({1, 2, 4, 4}), b.constant({3, 2, 1, 1})});
    b.output(batch_norm(b, conv, 3));
    b.output(conv);
    CHECK(after_fold_batch_norm(b.build()) == names{"Conv", "BatchNormalization"});
}

TEST_CASE("BatchNormalization does not go through an activation that is fused already") {
    model_builder b;
    const value_id conv = b.node("Conv", {b.input({1, 2, 4, 4}), b.constant({3, 2, 1, 1})});
    b.output(batch_norm(b, conv, 3));
    onnx_model m = b.build();
    m.nodes[0].clamp = {0, 6};
    CHECK(after_fold_batch_norm(m) == names{"Conv", "BatchNormalization"});
}
