// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/operators/list.hpp>

#include <helpers/model_builder.hpp>
#include <onnx2hpp/lower/lower.hpp>
#include <tools/onnx2hpp/lower/interpreter.hpp>
#include <tools/onnx2hpp/lower/lowered_facts.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

TEST_CASE("BatchNormalization alone is a 1x1 depthwise_conv, for rows too") {
    for (const extents& dims : {extents{2, 3}, extents{2, 3, 4}, extents{2, 3, 4, 5}}) {
        model_builder b;
        const value_id x = b.input(dims);
        b.output(b.node("BatchNormalization",
                        {x, b.constant({3}, {1, 2, 3}), b.constant({3}, {4, 5, 6}),
                         b.constant({3}, {0, 1, 2}), b.constant({3}, {1, 4, 9})},
                        {{"epsilon", 0.f}}, 15));
        b.output(b.node("Identity", {x}));
        const onnx_model m = b.build();
        const auto results = results_of(m);
        const std::size_t inner = results[0].size() / 6;
        for (std::size_t k = 0; k < results[0].size(); ++k) {
            const auto c = static_cast<double>(k / inner % 3);
            CHECK(results[0][k] ==
                  doctest::Approx((results[1][k] - c) / (c + 1) * (c + 1) + 4 + c));
        }
        CHECK(steps(lower(m, {}))[dims.size() == 2 ? 1 : 0] == "depthwise_conv");
    }
}
