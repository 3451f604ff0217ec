// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/passes/read_last_state.hpp>

#include <helpers/model_builder.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

using names = std::vector<std::string>;
using integer = std::int64_t;

/// All states of an RNN over 5 steps of some sequences, 2 elements each: [5, sequences, 2].
struct recurrent_case {
    model_builder b;
    value_id states;

    explicit recurrent_case(const std::string& direction = "forward", integer sequences = 2) {
        const value_id x = b.input({5, sequences, 3});
        const value_id all = b.node("RNN", {x, b.constant({1, 2, 3}), b.constant({1, 2, 2})},
                                    {{"hidden_size", integer{2}}, {"direction", direction}});
        states = b.node("Squeeze", {all, b.integers({1})});
    }
    value_id swapped(const extents& perm) {
        return b.node("Transpose", {states}, {{"perm", perm}});
    }
    value_id slice(value_id v, integer begin, integer end, integer axis) {
        return b.node("Slice", {v, b.integers({begin}), b.integers({end}), b.integers({axis})});
    }
    value_id gather(value_id v, integer place, integer axis) {
        return b.node("Gather", {v, b.constant({}, {double(place)}, tigris::dtype::i64)},
                      {{"axis", axis}});
    }
    /// Whether the layer keeps one state, where the model's output is v.
    bool keeps_one(value_id v) {
        b.output(v);
        onnx_model m = b.build();
        const extents dims = value_of(m, v).dims;
        read_last_state(m);
        CHECK(value_of(m, m.outputs.back()).dims == dims);
        const extents gives = std::get<extents>(find_node(m, "RNNOutputs").attributes.at("gives"));
        return gives == extents{0, 1, 0};
    }
};

}  // namespace

TEST_CASE("a layer of whose states the last is read keeps that one") {
    SUBCASE("by a Slice") {
        recurrent_case l;
        CHECK(l.keeps_one(l.slice(l.states, 4, 5, 0)));
    }
    SUBCASE("counted from the end") {
        recurrent_case l;
        CHECK(l.keeps_one(l.slice(l.states, -1, 100, 0)));
    }
    SUBCASE("by a Gather, behind a Transpose") {
        recurrent_case l;
        CHECK(l.keeps_one(l.gather(l.swapped({1, 0, 2}), -1, 1)));
    }
    SUBCASE("behind a Transpose of one sequence and its elements") {
        recurrent_case l("forward", 1);
        CHECK(l.keeps_one(l.gather(l.swapped({0, 2, 1}), -1, 0)));
    }
}

TEST_CASE("other states are kept") {
    SUBCASE("another step") {
        recurrent_case l;
        CHECK(!l.keeps_one(l.slice(l.states, 3, 4, 0)));
    }
    SUBCASE("two steps") {
        recurrent_case l;
        CHECK(!l.keeps_one(l.slice(l.states, 3, 5, 0)));
    }
    SUBCASE("the last of another axis") {
        recurrent_case l;
        CHECK(!l.keeps_one(l.gather(l.states, 1, 1)));
    }
    SUBCASE("elements of states that a Transpose moved") {
        recurrent_case l;
        CHECK(!l.keeps_one(l.gather(l.swapped({0, 2, 1}), 4, 0)));
    }
    SUBCASE("sequences of which a Transpose changes the order") {
        recurrent_case l("forward", 4);
        l.states = l.b.node("Reshape", {l.states, l.b.integers({5, 2, 2, 2})});
        CHECK(!l.keeps_one(l.gather(l.swapped({0, 2, 1, 3}), -1, 0)));
    }
    SUBCASE("states that are also an output") {
        recurrent_case l;
        l.b.output(l.states);
        CHECK(!l.keeps_one(l.slice(l.states, 4, 5, 0)));
    }
    SUBCASE("of a layer that runs backwards") {
        recurrent_case l("reverse");
        CHECK(!l.keeps_one(l.slice(l.states, 4, 5, 0)));
    }
}
