// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/passes/fuse_activation.hpp>

#include <helpers/model_builder.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

using names = std::vector<std::string>;
using tigris::ops::clamp;

TEST_CASE("a Relu becomes the clamp of the node before it, which makes its value") {
    model_builder b;
    const value_id y = b.node("Relu", {b.node("Add", {b.input({2}), b.input({2})})});
    b.output(y);
    onnx_model m = b.build();
    fuse_activation(m);
    CHECK(op_types(m) == names{"Add"});
    CHECK(m.nodes[0].clamp == clamp{0, tigris::ops::infinity});
    CHECK(m.nodes[0].outputs[0] == y);
}

TEST_CASE("a Clip has its bounds from inputs, or before version 11 from attributes") {
    model_builder b;
    const value_id sum = b.node("Mul", {b.input({2}), b.input({2})});
    SUBCASE("inputs") { b.output(b.node("Clip", {sum, b.constant({}, {0}), b.constant({}, {6})})); }
    SUBCASE("attributes") {
        b.model.opsets[""] = 10;
        b.output(b.node("Clip", {sum}, {{"min", 0.f}, {"max", 6.f}}, 6));
    }
    onnx_model m = b.build();
    fuse_activation(m);
    CHECK(op_types(m) == names{"Mul"});
    CHECK(m.nodes[0].clamp == clamp{0, 6});
}

TEST_CASE("one activation behind another narrows the range") {
    model_builder b;
    const value_id relu = b.node("Relu", {b.node("Add", {b.input({2}), b.input({2})})});
    b.output(b.node("Clip", {relu, absent, b.constant({}, {6})}));
    onnx_model m = b.build();
    fuse_activation(m);
    CHECK(op_types(m) == names{"Add"});
    CHECK(m.nodes[0].clamp == clamp{0, 6});
}

TEST_CASE("an activation stays where the value before it is needed") {
    model_builder b;
    const value_id sum = b.node("Add", {b.input({2}), b.input({2})});
    b.output(b.node("Relu", {sum}));
    SUBCASE("as an output") { b.output(sum); }
    SUBCASE("by another node") { b.output(b.node("Softmax", {sum})); }
    onnx_model m = b.build();
    fuse_activation(m);
    CHECK(find_node(m, "Relu").inputs[0] == sum);
}

TEST_CASE("an activation stays behind what cannot clamp, and with computed bounds") {
    model_builder b;
    SUBCASE("Softmax") { b.output(b.node("Relu", {b.node("Softmax", {b.input({1, 2})})})); }
    SUBCASE("computed bound") {
        const value_id sum = b.node("Softmax", {b.node("Add", {b.input({2}), b.input({2})})});
        b.output(b.node("Clip", {sum, b.input({})}));
    }
    onnx_model m = b.build();
    const std::size_t count = m.nodes.size();
    fuse_activation(m);
    CHECK(m.nodes.size() == count);
}
