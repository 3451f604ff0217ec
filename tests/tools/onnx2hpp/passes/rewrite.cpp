// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/passes/rewrite.hpp>

#include <helpers/model_builder.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;
using names = std::vector<std::string>;

namespace {

/// An input that two nodes read, and an output behind each.
struct forked_graph {
    model_builder b;
    value_id x = b.input({4});
    value_id relu = b.node("Relu", {x});
    value_id left = b.node("Tanh", {relu});
    value_id right = b.node("Add", {relu, relu});

    onnx_model built() {
        b.output(left);
        b.output(right);
        return b.build();
    }
};

}  // namespace

TEST_CASE("producers and readers, one for each edge") {
    forked_graph f;
    onnx_model m = f.built();
    const rewriter r(m);
    CHECK(r.producer_of(f.x) == -1);
    CHECK(r.producer_of(f.relu) == 0);
    CHECK(r.readers(f.relu) == std::vector<int>{1, 2, 2});
    CHECK(r.sole_reader(f.x) == 0);
    CHECK(r.sole_reader(f.relu) == -1);
    CHECK(r.sole_reader(f.left) == -1);
    CHECK(r.is_output(f.left));
    CHECK_FALSE(r.is_constant(absent));
}

TEST_CASE("the wiring stays true while edges and nodes change") {
    forked_graph f;
    onnx_model m = f.built();
    rewriter r(m);
    r.set_input(2, 1, f.x);
    CHECK(r.readers(f.relu) == std::vector<int>{1, 2});
    CHECK(r.readers(f.x) == std::vector<int>{0, 2});
    const value_id sum = r.add_value(r.at_value(f.right));
    const int added = r.add_node(make_node({}, "more", "Sigmoid", {f.left}, {sum}));
    CHECK(r.producer_of(sum) == added);
    CHECK(r.sole_reader(f.left) == -1);  // an output, too
    r.remove(1);
    CHECK(r.producer_of(f.left) == -1);
    CHECK(r.sole_reader(f.relu) == 2);
}

TEST_CASE("readers are redirected, outputs of the model are not") {
    forked_graph f;
    onnx_model m = f.built();
    rewriter r(m);
    r.redirect_readers(f.relu, f.x);
    CHECK(r.readers(f.relu).empty());
    CHECK(r.at(2).inputs == std::vector<value_id>{f.x, f.x});
    CHECK(m.outputs == std::vector<value_id>{f.left, f.right});
}

TEST_CASE("a bypassed node hands the name of an output to the node before, or stays as Identity") {
    model_builder b;
    const value_id x = b.input({4});
    const value_id relu = b.node("Relu", {x}), last = b.node("Identity", {relu});
    const value_id copy = b.node("Identity", {x});
    b.output(last);
    b.output(copy);
    onnx_model m = b.build();
    rewriter r(m);
    r.bypass(1);
    CHECK(r.readers(x).size() == 2);
    CHECK(r.producer_of(last) == 0);
    r.bypass(2);
    r.finish();
    CHECK(op_types(m) == names{"Relu", "Identity"});
    CHECK(m.nodes[0].outputs[0] == last);
    CHECK(m.outputs == std::vector<value_id>{last, copy});
}

TEST_CASE("in the end nodes stand behind those that they read, and what nobody needs is gone") {
    forked_graph f;
    f.b.node("Exp", {f.x});
    onnx_model m = f.built();
    rewriter r(m);
    const value_id early = r.add_value(r.at_value(f.x));
    r.add_node(make_node({}, "early", "Sqrt", {f.x}, {early}));
    r.set_input(0, 0, early);
    r.finish();
    CHECK(op_types(m) == names{"Sqrt", "Relu", "Tanh", "Add"});
}

TEST_CASE("one clamp behind another; the second has the last word") {
    const tigris::ops::clamp both = compose({.low = 0, .high = 6}, {.low = 2, .high = 9});
    CHECK(both.low == 2);
    CHECK(both.high == 6);
    const tigris::ops::clamp apart = compose({.low = 0, .high = 1}, {.low = 2, .high = 3});
    CHECK(apart.low == 2);
    CHECK(apart.high == 2);
}

TEST_CASE("a Clip of integers is no activation") {
    model_builder b;
    b.output(b.node("Clip", {b.input({2}), b.constant({}, {0}), b.constant({}, {6})}));
    const value_id integers = b.input({2}, tigris::dtype::i32);
    b.output(b.node("Clip", {integers, b.constant({}, {1}, tigris::dtype::i32)}));
    const onnx_model m = b.build();
    CHECK(activation_of(m, m.nodes[0]) == tigris::ops::clamp{.low = 0, .high = 6});
    CHECK_FALSE(activation_of(m, m.nodes[1]));
}
