// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/repeated.hpp>

#include <helpers/body_builder.hpp>
#include <helpers/model_builder.hpp>
#include <helpers/outcomes.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

constexpr auto unsupported = outcome::unsupported;
using integer = std::int64_t;

/// s + i, from iteration to iteration, and stacked.
body_builder summing_body() {
    body_builder body;
    body.inputs({"i", "c", "s"}).outputs({"c", "t", "t"});
    body.node("Add", {"s", "i"}, {"t"});
    return body;
}

/// A loop from s = 1 on, whose trip count is `count`.
onnx::ModelProto counted_loop(integer count, const body_builder& body = summing_body(),
                              const names& outputs = {"y", "z"}) {
    onnx::ModelProto m = make_model();
    add_initializer<integer>(m, "count", {}, {count});
    add_initializer<integer>(m, "one", {}, {1});
    add_repeated(m, "Loop", {"count", "", "one"}, {"y", "z"}, body);
    return with_outputs(m, outputs);
}

/// y = body(body(... x)) of floats, `count` times.
onnx::ModelProto float_loop(integer count, const body_builder& body) {
    onnx::ModelProto m = make_model();
    add_input(m, "x", {2, 3});
    add_initializer<integer>(m, "count", {}, {count});
    add_repeated(m, "Loop", {"count", "", "x"}, {"y"}, body);
    return with_outputs(m, {"y"});
}

body_builder relu_body() {
    body_builder body;
    body.inputs({"i", "c", "s"}).outputs({"c", "t"});
    body.node("Relu", {"s"}, {"t"});
    return body;
}

}  // namespace

TEST_CASE("what a loop counts is known at conversion") {
    const onnx_model loaded = load_proto(counted_loop(4));
    CHECK(known(loaded, 0) == known_output{{}, {7}});
    CHECK(known(loaded, 1) == known_output{{4}, {1, 2, 4, 7}});
    CHECK(loaded.nodes.empty());
}

TEST_CASE("each iteration of a loop is there with its own values") {
    CHECK(op_types(load_proto(float_loop(3, relu_body()))) ==
          names{"Relu", "Relu", "Relu", "Identity"});
}

TEST_CASE("a condition that becomes false ends a loop, however large the trip count is") {
    body_builder body = summing_body();
    body.constant<integer>("five", {}, {5}).node("Less", {"t", "five"}, {"goes_on"});
    body.graph.mutable_output(0)->set_name("goes_on");
    CHECK(known(load_proto(counted_loop(integer{1} << 62, body)), 1) ==
          known_output{{4}, {1, 2, 4, 7}});
}

TEST_CASE("a loop that runs no iteration gives what it begins with, and stacks nothing") {
    for (const integer count : {integer{0}, integer{-3}}) {
        CHECK(known(load_proto(counted_loop(count, summing_body(), {"y"}))) ==
              known_output{{}, {1}});
        CHECK(verdict_of_loading(counted_loop(count)).says(unsupported, "runs no iteration"));
    }
    onnx::ModelProto m = counted_loop(4, summing_body(), {"y"});
    add_initializer<std::uint8_t>(m, "false", {}, {0})->set_data_type(onnx::TensorProto::BOOL);
    m.mutable_graph()->mutable_node(0)->set_input(1, "false");
    CHECK(known(load_proto(m)) == known_output{{}, {1}});
}

TEST_CASE("what a loop carries may grow") {
    body_builder body;
    body.inputs({"i", "c", "s"}).outputs({"c", "t"});
    body.constant<integer>("shape", {1}, {1}).node("Reshape", {"i", "shape"}, {"row"});
    set(body.node("Concat", {"s", "row"}, {"t"}), "axis", integer{0});
    onnx::ModelProto m = make_model();
    add_initializer<integer>(m, "count", {}, {3});
    add_initializer<integer>(m, "first", {1}, {9});
    add_repeated(m, "Loop", {"count", "", "first"}, {"y"}, body);
    CHECK(known(load_proto(with_outputs(m, {"y"}))) == known_output{{4}, {9, 0, 1, 2}});
}

TEST_CASE("a trip count may be computed from shapes") {
    onnx::ModelProto m = make_model();
    add_input(m, "x", {2, 3});
    add_initializer<integer>(m, "zero", {}, {0});
    add_node(m, "Shape", {"x"}, {"shape"});
    add_node(m, "Gather", {"shape", "zero"}, {"count"});
    add_repeated(m, "Loop", {"count", "", "x"}, {"y"}, relu_body());
    CHECK(op_types(load_proto(with_outputs(m, {"y"}))) == names{"Relu", "Relu", "Identity"});
}

TEST_CASE("loops within loops see the numbers and values around them") {
    body_builder inner = summing_body();
    inner.graph.mutable_node(0)->set_input(1, "outer_i");
    body_builder outer;
    outer.inputs({"outer_i", "c", "s"}).outputs({"c", "t", "z"});
    set_graph(outer.node("Loop", {"count", "", "s"}, {"t", "z"}), "body", inner);
    const onnx_model loaded = load_proto(counted_loop(3, outer));
    CHECK(known(loaded, 0) == known_output{{}, {1 + 3 * 0 + 3 * 1 + 3 * 2}});
    CHECK(known(loaded, 1) == known_output{{3, 3}, {1, 1, 1, 2, 3, 4, 6, 8, 10}});
}

TEST_CASE("a name of a body hides the same name around it") {
    body_builder body = summing_body();
    body.constant<integer>("one", {}, {10});
    body.graph.mutable_node(0)->set_input(1, "one");
    CHECK(known(load_proto(counted_loop(2, body, {"y"}))) == known_output{{}, {21}});
}

TEST_CASE("a branch may depend on the number of the iteration") {
    body_builder then, otherwise, body;
    then.outputs({"a"}).node("Add", {"s", "i"}, {"a"});
    otherwise.outputs({"b"}).node("Neg", {"s"}, {"b"});
    body.inputs({"i", "c", "s"}).outputs({"c", "t", "t"});
    body.constant<integer>("two", {}, {2}).node("Less", {"i", "two"}, {"early"});
    auto* choice = body.node("If", {"early"}, {"t"});
    set_graph(choice, "then_branch", then);
    set_graph(choice, "else_branch", otherwise);
    CHECK(known(load_proto(counted_loop(4, body)), 1) == known_output{{4}, {1, 2, -2, 2}});
}

TEST_CASE("the number of an iteration has the rank that the body declares") {
    body_builder body;
    body.input("i", {1}).inputs({"c", "s"}).outputs({"c", "s", "i"});
    CHECK(known(load_proto(counted_loop(3, body, {"z"}))) == known_output{{3, 1}, {0, 1, 2}});
}

TEST_CASE("Constant nodes of a body are constants") {
    body_builder body = summing_body();
    set(body.node("Constant", {}, {"step"}), "value_int", integer{5});
    body.graph.mutable_node(0)->set_input(1, "step");
    CHECK(known(load_proto(counted_loop(2, body, {"y"}))) == known_output{{}, {11}});
}

TEST_CASE("a loop that nobody reads need not make sense") {
    onnx::ModelProto m = counted_loop(integer{1} << 62, summing_body(), {});
    add_input(m, "x", {2, 3});
    add_node(m, "Relu", {"x"}, {"r"});
    CHECK(op_types(load_proto(with_outputs(m, {"r"}))) == names{"Relu"});
}

TEST_CASE("a trip count or a condition at run time is refused, with what would bind it") {
    onnx::ModelProto m = make_model();
    add_input(m, "x", {2, 3});
    add_input(m, "n", {}, onnx::TensorProto::INT64);
    add_node(m, "Identity", {"n"}, {"count"});
    add_repeated(m, "Loop", {"count", "", "x"}, {"y"}, relu_body());
    const verdict ended = verdict_of_loading(with_outputs(m, {"y"}));
    CHECK(ended.says(unsupported, "node 'loop' (Loop-13): its trip count 'count' is computed"));
    CHECK(ended.says(unsupported, "--constant n=VALUE makes the trip count known"));

    body_builder body = relu_body();
    body.constant<float>("bound", {}, {1.0f});
    set(body.node("ReduceSum", {"t"}, {"sum"}), "keepdims", integer{0});
    body.node("Less", {"sum", "bound"}, {"goes_on"});
    body.graph.mutable_output(0)->set_name("goes_on");
    CHECK(verdict_of_loading(float_loop(3, body)).says(unsupported, "its condition"));
}

TEST_CASE("a loop that would become too many nodes is refused") {
    const verdict ended = verdict_of_loading(float_loop(integer{1} << 62, relu_body()));
    CHECK(ended.says(unsupported,
                     "node 'loop' (Loop-13): its body of 1 nodes runs up to "
                     "4611686018427387904 times"));
    CHECK(verdict_of_loading(counted_loop(integer{1} << 62)).code == unsupported);
    body_builder empty;
    empty.inputs({"i", "c", "s"}).outputs({"c", "s"});
    CHECK(verdict_of_loading(float_loop(integer{1} << 62, empty)).code == unsupported);
}

TEST_CASE("loops within loops that multiply are refused") {
    body_builder body = relu_body();
    for (int depth = 0; depth < 3; ++depth) {
        body_builder around;
        const std::string name = "s" + std::to_string(depth);
        around.inputs({"i", "c", name}).outputs({"c", "t"});
        set_graph(around.node("Loop", {"count", "", name}, {"t"}), "body", body);
        body = around;
    }
    CHECK(verdict_of_loading(float_loop(1000, body)).code == unsupported);
}

TEST_CASE("inputs and outputs that do not fit the body are refused") {
    for (const names& inputs : {names{"c", "s"}, names{"i", "c", "s", "t2"}}) {
        body_builder body;
        body.inputs(inputs).outputs({"c", "x"});
        CHECK(verdict_of_loading(float_loop(2, body)).says(bad, "do not fit a body"));
    }
    body_builder body = relu_body();
    body.outputs({"t"});
    CHECK(verdict_of_loading(float_loop(2, body)).says(bad, "do not fit a body"));
    onnx::ModelProto m = counted_loop(2);
    m.mutable_graph()->mutable_node(0)->set_input(2, "");
    CHECK(verdict_of_loading(m).says(bad, "input 2 is missing"));
    m.mutable_graph()->mutable_node(0)->clear_attribute();
    CHECK(verdict_of_loading(m).says(bad, "it has no body"));
}

TEST_CASE("types that change, and parts of different shapes, are refused") {
    body_builder body;
    body.inputs({"i", "c", "s"}).outputs({"c", "i"});
    CHECK(verdict_of_loading(float_loop(2, body)).says(bad, "begins as float"));

    body_builder growing;
    growing.inputs({"i", "c", "s"}).outputs({"c", "t", "t"});
    set(growing.node("Concat", {"s", "s"}, {"t"}), "axis", integer{0});
    onnx::ModelProto m = make_model();
    add_input(m, "x", {2, 3});
    add_initializer<integer>(m, "count", {}, {2});
    add_repeated(m, "Loop", {"count", "", "x"}, {"y", "z"}, growing);
    CHECK(verdict_of_loading(with_outputs(m, {"z"})).says(bad, "have shapes [4, 3] and [8, 3]"));
}

TEST_CASE("a body that reads the result of its own loop is a cycle") {
    body_builder body = relu_body();
    body.graph.mutable_node(0)->set_input(0, "y");
    CHECK(verdict_of_loading(float_loop(2, body)).says(bad, "cycle"));
}

TEST_CASE("what a body makes cannot be read outside of it") {
    onnx::ModelProto m = float_loop(2, relu_body());
    add_node(m, "Sigmoid", {"loop#1/t"}, {"w"});
    CHECK(verdict_of_loading(with_outputs(m, {"w"})).says(bad, "does not run"));
    CHECK(verdict_of_loading(with_outputs(float_loop(2, relu_body()), {"loop#1/t"})).code == bad);
}

TEST_CASE("constants that grow from iteration to iteration are refused before they fill memory") {
    body_builder body;
    body.inputs({"i", "c", "s"}).outputs({"c", "t", "one"});
    set(body.node("Concat", {"s", "s"}, {"t"}), "axis", integer{0});
    onnx::ModelProto m = counted_loop(100, body, {"y"});
    m.mutable_graph()->mutable_initializer(1)->add_dims(1);
    CHECK(verdict_of_loading(m).code == unsupported);
}
