// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/report/graph.hpp>

#include <helpers/analyzed.hpp>
#include <helpers/contains.hpp>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

TEST_CASE("edges lead from makers to readers, and from inputs") {
    const analysis a = large_model().result();
    const std::vector<graph_edge> edges = find_edges(a.model);
    CHECK(edges.front().from == -1);
    CHECK(edges.front().tensor == a.model.inputs[0]);
    for (const graph_edge& e : edges) {
        CHECK(e.from < e.to);
        CHECK(a.model.nodes[std::size_t(e.to)].inputs[std::size_t(e.input)] == e.tensor);
        if (e.from >= 0) CHECK(a.model.nodes[std::size_t(e.from)].outputs[0] == e.tensor);
    }
}

TEST_CASE("names do not end texts of dot and of Model Explorer") {
    analysis a = small_model().result();
    a.model.name = "\"];x";
    for (lowered_node& n : a.model.nodes) n.name = "\"\\\n\xff";
    const std::string dot = graph_as_dot(a);
    CHECK(contains(dot, "digraph \"\\\"];x\" {"));
    CHECK(contains(dot, "[label=\"\\\"\\\\\\\\x0a\\\\xff\\n"));
    CHECK(nlohmann::json::parse(graph_for_model_explorer(a))[0]["id"] == "\"];x");
}
