// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/operators/list.hpp>

#include <helpers/model_builder.hpp>
#include <onnx2hpp/lower/lower.hpp>
#include <tools/onnx2hpp/evaluate/computed.hpp>
#include <tools/onnx2hpp/lower/lowered_facts.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;
using tigris::dtype;

TEST_CASE("Gather and its kin, with negative indices") {
    const given matrix{{2, 3}, {1, 2, 3, 4, 5, 6}};
    CHECK(numbers_computed("Gather", {matrix, {{2, 1}, {-1, 0}, dtype::i64}}, {2, 2, 1}, dtype::f32,
                           {{"axis", std::int64_t{1}}}) == reals{3, 1, 6, 4});
    CHECK(numbers_computed("GatherElements", {matrix, {{1, 3}, {-1, 0, 1}, dtype::i64}}, {1, 3},
                           dtype::f32) == reals{4, 2, 6});
    CHECK(numbers_computed("GatherND", {matrix, {{2, 2}, {0, -1, 1, 0}, dtype::i64}}, {2},
                           dtype::f32) == reals{3, 4});
    CHECK(numbers_computed("GatherND", {matrix, {{2, 1}, {2, 0}, dtype::i64}}, {2}, dtype::f32,
                           {{"batch_dims", std::int64_t{1}}}) == reals{3, 4});
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
