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

TEST_CASE("a Split of an image's channels or rows costs no transposition") {
    model_builder b;
    const value_id x = b.input({1, 4, 5, 6});
    const value_id first = channels_of(b, x, 0, 2), second = channels_of(b, x, 2, 4);
    b.output(b.node("Add", {conv_to_four(b, first, 2), conv_to_four(b, second, 2)}));
    const lowered_model m = lower(b.build(), {});
    CHECK(steps(m) == names{"slice", "conv", "slice", "conv", "binary"});
    CHECK(std::get<tigris::ops::slice>(m.nodes[2].op).begin[3] == 2);
}

TEST_CASE("a DepthToSpace between windows costs one transposition") {
    model_builder b;
    const value_id wide = b.node("DepthToSpace", {conv_to_four(b, b.input({1, 4, 5, 6}), 4)},
                                 {{"blocksize", std::int64_t{2}}}, 13);
    b.output(b.node("Conv", {wide, b.constant({4, 1, 1, 1})}));
    CHECK(count_transposes(lower(b.build(), {})) == 1);
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

TEST_CASE("gathers and scatters of blocks see data, tuples and updates as few axes") {
    model_builder b;
    const value_id x = b.input({2, 3, 4, 5}), by = b.input({6, 7}, dtype::i64);
    const value_id tuples = b.input({8, 2}, dtype::i64);
    b.output(b.node("Gather", {x, by}, {{"axis", std::int64_t{2}}}));
    b.output(b.node("GatherND", {x, tuples}));
    b.output(b.node("ScatterND", {x, tuples, b.input({8, 4, 5})}));
    const lowered_model m = lower(b.build(), {});
    const auto dims_of = [&](std::size_t step, std::size_t input) {
        return tensor_at(m, m.nodes[step].inputs[input]).dims;
    };
    std::vector<std::size_t> moves;
    for (std::size_t n = 0; n < m.nodes.size(); ++n)
        if (steps(m)[n] == "gather" || steps(m)[n] == "scatter") moves.push_back(n);
    REQUIRE(moves.size() == 3);
    CHECK(dims_of(moves[0], 0) == tigris::shape{3, {6, 4, 5}});
    CHECK(dims_of(moves[0], 1) == tigris::shape{3, {1, 42, 1}});
    CHECK(dims_of(moves[1], 0) == tigris::shape{4, {1, 2, 3, 20}});
    CHECK(dims_of(moves[1], 1) == tigris::shape{3, {1, 8, 2}});
    CHECK(dims_of(moves[2], 0) == tigris::shape{3, {2, 3, 20}});
    CHECK(dims_of(moves[2], 2) == tigris::shape{2, {8, 20}});
}

TEST_CASE("a border of integers is a number, of codes a real one") {
    model_builder b;
    b.output(b.node(
        "Pad", {b.input({2}, dtype::i64), b.integers({0, 1}), b.constant({}, {1e15}, dtype::i64)}));
    const lowered_model m = lower(b.build(), {});
    CHECK(std::get<tigris::ops::pad>(m.nodes[0].op).number == 1'000'000'000'000'000);
}
