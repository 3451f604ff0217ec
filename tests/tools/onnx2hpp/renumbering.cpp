// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/renumbering.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;

TEST_CASE("a node gets other numbers for what it reads and makes, also within its body") {
    node inner{.inputs = {1, 7}, .outputs = {8}, .branches = {{1, true}}};
    node outer{.inputs = {1, absent, 2}, .outputs = {3}, .branches = {{2, false}}};
    outer.body =
        std::make_shared<subgraph>(subgraph{.inputs = {7}, .outputs = {8, 1}, .nodes = {inner}});
    const node other = renumbered(outer, {{1, 11}, {2, 12}, {3, 13}});
    CHECK(other.inputs == std::vector<value_id>{11, absent, 12});
    CHECK(other.outputs == std::vector<value_id>{13});
    CHECK(other.branches[0].condition == 12);
    CHECK(other.body->outputs == std::vector<value_id>{8, 11});
    CHECK(other.body->nodes[0].inputs == std::vector<value_id>{11, 7});
    CHECK(other.body->nodes[0].branches[0].condition == 11);
    CHECK(outer.body->nodes[0].inputs == std::vector<value_id>{1, 7});
}

TEST_CASE("nodes of bodies within bodies count") {
    node holding{};
    holding.body = std::make_shared<subgraph>(
        subgraph{.inputs = {}, .outputs = {}, .nodes = {node{}, node{}}});
    CHECK(node_count({.inputs = {}, .outputs = {}, .nodes = {node{}, holding}}) == 4);
}
