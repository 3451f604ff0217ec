// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/operators/list.hpp>

#include <helpers/model_builder.hpp>
#include <helpers/onnx_builder.hpp>
#include <helpers/outcomes.hpp>
#include <onnx2hpp/lower/lower.hpp>
#include <tools/onnx2hpp/evaluate/computed.hpp>
#include <tools/onnx2hpp/lower/interpreter.hpp>
#include <tools/onnx2hpp/lower/lowered_facts.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;
using names = std::vector<std::string>;
using tigris::dtype;

namespace {

value_id conv_to_four(model_builder& b, value_id x, std::int64_t channels) {
    return b.node("Conv", {x, b.constant({4, channels, 1, 1})});
}

value_id channels_of(model_builder& b, value_id x, std::int64_t begin, std::int64_t end) {
    return b.node("Slice", {x, b.integers({begin}), b.integers({end}), b.integers({1})});
}

}  // namespace

TEST_CASE("Slice, also backwards") {
    const given matrix{{2, 3}, {1, 2, 3, 4, 5, 6}};
    CHECK(numbers_computed("Slice",
                           {matrix, integers_given({-1}), integers_given({-9}), integers_given({1}),
                            integers_given({-2})},
                           {2, 2}, dtype::f32) == reals{3, 1, 6, 4});
}

TEST_CASE("Tile and Expand") {
    const given matrix{{2, 3}, {1, 2, 3, 4, 5, 6}};
    CHECK(numbers_computed("Tile", {matrix, integers_given({1, 2})}, {2, 6}, dtype::f32) ==
          reals{1, 2, 3, 1, 2, 3, 4, 5, 6, 4, 5, 6});
    CHECK(numbers_computed("Expand", {{{2, 1}, {7, 8}}, integers_given({2, 2, 2})}, {2, 2, 2},
                           dtype::f32) == reals{7, 7, 8, 8, 7, 7, 8, 8});
}

TEST_CASE("a Split of an image's channels or rows costs no transposition") {
    model_builder b;
    const value_id x = b.input({1, 4, 5, 6});
    const value_id first = channels_of(b, x, 0, 2), second = channels_of(b, x, 2, 4);
    b.output(b.node("Add", {conv_to_four(b, first, 2), conv_to_four(b, second, 2)}));
    const lowered_model m = lower(b.build(), {});
    CHECK(steps(m) == names{"slice", "conv", "slice", "conv", "binary"});
    CHECK(std::get<tigris::ops::slice>(m.nodes[2].op).begin[3] == 2);
}

TEST_CASE("a vector is spread in the order that its reader wants") {
    model_builder b;
    const value_id spread = b.node("Expand", {b.input({4, 1, 1}), b.integers({1, 4, 5, 6})});
    b.output(conv_to_four(b, spread, 4));
    const lowered_model m = lower(b.build(), {});
    CHECK(steps(m).back() == "conv");
    CHECK(dims_of(tensor_at(m, m.nodes.back().inputs[0])) == extents{1, 5, 6, 4});
}

TEST_CASE("slices, tiles and mirrored borders have the elements that ONNX says, in any order") {
    model_builder b;
    const value_id x = b.input({1, 2, 3, 4});
    const value_id part = b.node("Slice", {x, b.integers({-1, 1}), b.integers({-9, 2}),
                                           b.integers({3, 1}), b.integers({-2, 1})});
    const value_id tiled = b.node("Tile", {part, b.integers({1, 2, 1, 1})});
    b.output(b.node("Pad", {tiled, b.integers({0, 0, 1, 0, 0, 0, 0, 1})},
                    {{"mode", std::string("reflect")}}));
    b.output(x);
    const std::vector<elements> y = results_of(b.build());
    const auto at = [&](std::size_t c, std::size_t h, std::size_t w) {
        return y[1][(c * 3 + h) * 4 + w];
    };
    REQUIRE(y[0].size() == 2 * 4 * 3);
    const std::size_t rows[]{1, 0, 1, 2}, columns[]{3, 1, 3};
    for (std::size_t c = 0; c < 2; ++c)
        for (std::size_t h = 0; h < 4; ++h)
            for (std::size_t w = 0; w < 3; ++w)
                CHECK(y[0][(c * 4 + h) * 3 + w] == at(1, rows[h], columns[w]));
}

TEST_CASE("a Split of version 18 says how many parts it makes, or how long they are") {
    const auto verdict = [](int opset, bool says) {
        onnx::ModelProto m = make_model(opset, 10);
        add_input(m, "x", {4, 2});
        add_node(m, "Split", {"x"}, {"y", "z"});
        if (says) set(m.mutable_graph()->mutable_node(0), "num_outputs", std::int64_t{2});
        add_output(m, "y");
        return verdict_of_loading(m);
    };
    CHECK(verdict(18, false).says(bad, "it has neither lengths nor num_outputs"));
    CHECK(verdict(18, true).sentence.empty());
    CHECK(verdict(13, false).sentence.empty());
}
