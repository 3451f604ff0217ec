// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/lower/order.hpp>

#include <helpers/model_builder.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

TEST_CASE("nodes in a row stay in a row") {
    model_builder b;
    b.output(b.node("Relu", {b.node("Relu", {b.node("Relu", {b.input({1})})})}));
    CHECK(execution_order(b.build()) == std::vector<int>{0, 1, 2});
}

TEST_CASE("a branch is finished before the next one begins") {
    model_builder b;
    const value_id x = b.node("Relu", {b.input({1})});                       // 0
    const value_id left = b.node("Relu", {x}), right = b.node("Relu", {x});  // 1, 2
    const value_id left_end = b.node("Relu", {left});                        // 3
    const value_id right_end = b.node("Relu", {right});                      // 4
    b.output(b.node("Add", {left_end, right_end}));                          // 5
    CHECK(execution_order(b.build()) == std::vector<int>{0, 1, 3, 2, 4, 5});
}

TEST_CASE("every node comes after those that it reads, with several inputs too") {
    model_builder b;
    const value_id a = b.node("Relu", {b.input({1})}), c = b.node("Relu", {b.input({1})});
    const value_id sum = b.node("Add", {a, c});
    b.output(b.node("Mul", {sum, a}));
    b.output(b.node("Mul", {sum, sum}));
    const onnx_model m = b.build();
    std::vector<bool> is_made(m.values.size(), false);
    for (const value_id v : m.inputs) is_made[static_cast<std::size_t>(v)] = true;
    const std::vector<int> order = execution_order(m);
    CHECK(order.size() == m.nodes.size());
    for (const int n : order) {
        const node& step = m.nodes[static_cast<std::size_t>(n)];
        for (const value_id v : step.inputs) CHECK(is_made[static_cast<std::size_t>(v)]);
        is_made[static_cast<std::size_t>(step.outputs[0])] = true;
    }
}
