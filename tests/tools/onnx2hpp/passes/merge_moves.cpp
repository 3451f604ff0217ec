// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/passes/merge_moves.hpp>

#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/passes/pass_list.hpp>

#include <tools/onnx2hpp/lower/interpreter.hpp>

#include <helpers/model_builder.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

using names = std::vector<std::string>;
using tigris::dtype;

namespace {

/// A model of Relu, moves, Relu: the moves that are left.
struct moves {
    moves() { y = b.node("Relu", {b.input({2, 3, 4, 5})}); }

    model_builder b;
    value_id y = absent;

    moves& transpose(const extents& perm) {
        y = b.node("Transpose", {y}, {{"perm", perm}});
        return *this;
    }
    moves& reshape(const extents& dims) {
        y = b.node("Reshape", {y, b.integers(dims)});
        return *this;
    }
    moves& add(const char* op_type, const extents& axes) {
        y = b.node(op_type, {y, b.integers(axes)});
        return *this;
    }
    moves& flatten(std::int64_t axis) {
        y = b.node("Flatten", {y}, {{"axis", axis}});
        return *this;
    }

    onnx_model merged() {
        b.output(b.node("Relu", {y}));
        onnx_model m = b.build();
        merge_moves(m);
        return m;
    }
};

}  // namespace

TEST_CASE("a Transpose behind a Transpose is one, or none") {
    const onnx_model one = moves().transpose({0, 2, 3, 1}).transpose({3, 0, 1, 2}).merged();
    REQUIRE(op_types(one) == names{"Relu", "Transpose", "Relu"});
    CHECK(integers_attribute(one.nodes[1], "perm", {}) == extents{1, 0, 2, 3});
    CHECK(value_of(one, one.nodes[1].outputs[0]).dims == extents{3, 2, 4, 5});
    const onnx_model none = moves().transpose({0, 2, 3, 1}).transpose({0, 3, 1, 2}).merged();
    CHECK(op_types(none) == names{"Relu", "Relu"});
}

TEST_CASE("three in a row, some without a permutation, which means reversed") {
    moves three;
    three.y = three.b.node("Transpose", {three.y});
    three.transpose({0, 1, 3, 2});
    three.y = three.b.node("Transpose", {three.y});
    const onnx_model m = three.merged();
    REQUIRE(op_types(m) == names{"Relu", "Transpose", "Relu"});
    CHECK(integers_attribute(m.nodes[1], "perm", {}) == extents{1, 0, 2, 3});
}

TEST_CASE("Reshape, Flatten, Squeeze and Unsqueeze are one Reshape, or none") {
    const names one{"Relu", "Reshape", "Relu"}, none{"Relu", "Relu"};
    CHECK(op_types(moves().reshape({6, 20}).flatten(1).reshape({20, 6}).merged()) == one);
    CHECK(op_types(moves().add("Unsqueeze", {0}).add("Squeeze", {0}).merged()) == none);
    CHECK(op_types(moves().flatten(2).reshape({2, 3, 4, 5}).merged()) == none);
    const onnx_model m = moves().add("Unsqueeze", {0, 3}).flatten(3).merged();
    REQUIRE(op_types(m) == one);
    CHECK(m.nodes[1].inputs == std::vector<value_id>{m.nodes[0].outputs[0]});
    CHECK(value_of(m, m.nodes[1].outputs[0]).dims == extents{6, 20});
}

TEST_CASE("what moves nothing goes, alone too") {
    CHECK(op_types(moves().reshape({2, 3, 4, 5}).merged()) == names{"Relu", "Relu"});
    CHECK(op_types(moves().transpose({0, 1, 2, 3}).merged()) == names{"Relu", "Relu"});
}

TEST_CASE("a move stays, and so do two of different kinds") {
    CHECK(op_types(moves().reshape({6, 20}).merged()) == names{"Relu", "Reshape", "Relu"});
    CHECK(op_types(moves().transpose({1, 0, 2, 3}).reshape({6, 20}).merged()) ==
          names{"Relu", "Transpose", "Reshape", "Relu"});
}

TEST_CASE("a value that others read is made once; what undoes its move reads the source") {
    moves two;
    const value_id source = two.y;
    two.transpose({0, 2, 3, 1});
    SUBCASE("read") { two.b.output(two.b.node("Neg", {two.y})); }
    SUBCASE("an output") { two.b.output(two.y); }
    SUBCASE("another move") {
        two.b.output(two.b.node("Neg", {two.y}));
        const onnx_model m = two.transpose({0, 2, 1, 3}).merged();
        CHECK(find_node(m, "Neg").inputs == find_node(m, "Transpose").outputs);
        CHECK(op_types(m) == names{"Relu", "Transpose", "Neg", "Transpose", "Relu"});
        return;
    }
    const onnx_model m = two.transpose({0, 3, 1, 2}).merged();
    CHECK(m.nodes.back().op_type == "Relu");
    CHECK(m.nodes.back().inputs[0] == source);
    CHECK(find_node(m, "Transpose").inputs[0] == source);
}

TEST_CASE("outputs keep their names") {
    model_builder b;
    const value_id x = b.input({2, 3});
    SUBCASE("an input as it is") {
        const value_id y = b.node("Transpose", {b.node("Transpose", {x})});
        b.output(y);
        onnx_model m = b.build();
        merge_moves(m);
        CHECK(op_types(m) == names{"Identity"});
        CHECK(m.nodes[0].outputs[0] == y);
    }
    SUBCASE("a result") {
        const value_id y =
            b.node("Reshape", {b.node("Flatten", {b.node("Relu", {x})}), b.integers({2, 3})});
        b.output(y);
        onnx_model m = b.build();
        merge_moves(m);
        CHECK(op_types(m) == names{"Relu"});
        CHECK(m.nodes[0].outputs[0] == y);
    }
}

TEST_CASE("a Reshape that gives codes another scale stays") {
    model_builder b;
    const value_id codes = b.input({6}, dtype::i8);
    const value_id flat = b.node("Reshape", {codes, b.integers({2, 3})});
    b.output(b.node("Reshape", {flat, b.integers({6})}));
    onnx_model m = b.build();
    const auto scale_of = [&m](value_id v) -> affine& {
        return m.values[static_cast<std::size_t>(v)].quant;
    };
    scale_of(codes) = scale_of(flat) = {{0.5f}, {0}};
    SUBCASE("equal scales") {
        scale_of(m.outputs[0]) = {{0.5f}, {0}};
        merge_moves(m);
        CHECK(op_types(m) == names{"Identity"});
    }
    SUBCASE("another scale") {
        scale_of(m.outputs[0]) = {{0.25f}, {0}};
        merge_moves(m);
        CHECK(op_types(m) == names{"Reshape", "Reshape"});
    }
}

TEST_CASE("quantized moves with equal scales vanish together") {
    model_builder b;
    const auto rounded = [&b](value_id v) { return b.rounded(v, 0.5f, 3); };
    const value_id x = b.dequantize(b.input({2, 3, 4}, dtype::i8), 0.5f, 3);
    const value_id there = rounded(b.node("Transpose", {x}, {{"perm", extents{2, 0, 1}}}));
    const value_id back = rounded(b.node("Transpose", {there}, {{"perm", extents{1, 2, 0}}}));
    b.output(b.quantize(b.node("Sigmoid", {back}), 0.01f, -100));
    onnx_model m = b.build();
    run_passes(m, {});
    CHECK(op_types(m) == names{"Sigmoid"});
}

TEST_CASE("merged moves move each element to the same place") {
    const auto moved = [](bool is_merged) {
        moves all;
        all.transpose({0, 2, 3, 1}).transpose({3, 1, 0, 2}).reshape({15, 8}).flatten(1);
        all.reshape({3, 5, 2, 4}).transpose({2, 1, 3, 0}).transpose({1, 0, 3, 2});
        all.b.output(all.y);
        onnx_model m = all.b.build();
        if (is_merged) merge_moves(m);
        CHECK(m.nodes.size() == (is_merged ? 4 : 8));
        return results_of(m)[0];
    };
    CHECK(moved(true) == moved(false));
}
