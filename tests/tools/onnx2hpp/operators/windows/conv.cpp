// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/operators/list.hpp>

#include <helpers/model_builder.hpp>
#include <onnx2hpp/lower/lower.hpp>
#include <onnx2hpp/onnx/opsets.hpp>
#include <tools/onnx2hpp/lower/interpreter.hpp>
#include <tools/onnx2hpp/lower/lowered_facts.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;
using names = std::vector<std::string>;

TEST_CASE(
    "weights: depthwise [kernel_h, kernel_w, outputs], others [outputs, kernel_h, kernel_w, "
    "channels]") {
    model_builder b;
    const value_id x = b.input({1, 4, 6, 6});
    b.output(b.node("Conv", {x, b.constant({8, 1, 3, 2})}, {{"group", std::int64_t{4}}}));
    b.output(b.node("Conv", {x, b.constant({6, 2, 3, 2})}, {{"group", std::int64_t{2}}}));
    onnx_model m = b.build();
    set_operator(m.nodes[0], "tigris.DepthwiseConv");
    const lowered_model lowered = lower(m, {});
    CHECK(steps(lowered) == names{"depthwise_conv", "conv"});
    CHECK(dims_of(tensor_at(lowered, lowered.nodes[0].inputs[1])) == extents{3, 2, 8});
    CHECK(dims_of(tensor_at(lowered, lowered.nodes[1].inputs[1])) == extents{6, 3, 2, 2});
    set_operator(m.nodes[0], "Conv");
    CHECK(results_of(m)[0] == results_of([&] {
              onnx_model depthwise = m;
              set_operator(depthwise.nodes[0], "tigris.DepthwiseConv");
              return depthwise;
          }())[0]);
}

TEST_CASE("what windows over rows cannot do runs whole") {
    const auto made = [](const std::string& op, const extents& x, const extents& w, bool constant) {
        model_builder b;
        const value_id weights = constant ? b.constant(w) : b.input(w);
        b.output(b.node(op, {b.input(x), weights}));
        return steps(lower(b.build(), {}));
    };
    CHECK(made("Conv", {1, 3, 4, 5}, {3, 3, 1, 1}, true) == names{"conv"});
    CHECK(made("Conv", {1, 3, 4, 5, 6}, {3, 3, 1, 1, 1}, true) == names{"conv_nd"});
    CHECK(made("Conv", {1, 3, 4}, {3, 3, 1}, false).back() == "conv_nd");
    CHECK(made("ConvTranspose", {1, 3, 4, 5}, {3, 2, 2, 2}, true) == names{"conv_transpose"});
    CHECK(made("ConvTranspose", {1, 3, 4}, {3, 2, 2}, true) == names{"conv_transpose"});
    CHECK(made("ConvTranspose", {1, 3, 4, 5, 6}, {3, 2, 1, 1, 1}, true) == names{"conv_nd"});
    CHECK(made("ConvTranspose", {1, 3, 4}, {3, 2, 2}, false).back() == "conv_nd");
}
