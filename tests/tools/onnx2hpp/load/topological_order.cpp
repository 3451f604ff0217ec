// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/load/topological_order.hpp>

#include <helpers/onnx_builder.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <random>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

/// Node i is called after its number and makes value i; value 0 is the input.
onnx_model numbered(const std::vector<std::pair<int, std::vector<int>>>& nodes) {
    onnx_model model;
    model.values.resize(nodes.size() + 1);
    for (const auto& [output, inputs] : nodes)
        model.nodes.push_back(
            {.name = std::to_string(output), .inputs = inputs, .outputs = {output}});
    return model;
}

std::string order_of(onnx_model model) {
    sort_topologically(model);
    std::string order;
    for (const node& n : model.nodes) order += n.name;
    return order;
}

}  // namespace

TEST_CASE("nodes come after those that they read, else in the file's order") {
    CHECK(order_of(numbered({{1, {0}}, {2, {1}}, {3, {2}}})) == "123");
    CHECK(order_of(numbered({{3, {2}}, {2, {1}}, {1, {0}}})) == "123");
    CHECK(order_of(numbered({{4, {1, 3}}, {3, {0}}, {1, {0}}, {2, {0, absent}}})) == "3142");
}

TEST_CASE("any shuffled chain is put in order") {
    std::mt19937 random(1);
    std::vector<std::pair<int, std::vector<int>>> nodes;
    for (int i = 1; i < 10; ++i) nodes.push_back({i, {i - 1, i / 2}});
    for (int round = 0; round < 50; ++round) {
        std::shuffle(nodes.begin(), nodes.end(), random);
        CHECK(order_of(numbered(nodes)) == "123456789");
    }
}

TEST_CASE("a cycle is named by a node on it, not by one behind it") {
    const auto cyclic = numbered({{4, {3}}, {1, {3}}, {2, {1}}, {3, {2}}, {5, {0}}});
    const verdict ended = verdict_of([&] { order_of(cyclic); });
    CHECK(ended.code == outcome::bad_input);
    CHECK(ended.sentence.find("cycle") != std::string::npos);
    CHECK(ended.sentence.find("'4'") == std::string::npos);
    CHECK(ended.sentence.find("'5'") == std::string::npos);
    CHECK(verdict_of([] { order_of(numbered({{1, {1}}})); }).says(outcome::bad_input, "'1'"));
}

TEST_CASE("a node comes after all that its body reads, and bodies are in order, too") {
    onnx_model model = numbered({{1, {0}}, {2, {0}}});
    model.values.resize(6);
    const node first{.name = "a", .inputs = {4}, .outputs = {5}};
    const node second{.name = "b", .inputs = {2}, .outputs = {4}};
    model.nodes[0].body = std::make_shared<subgraph>(
        subgraph{.inputs = {}, .outputs = {5}, .nodes = {first, second}});
    sort_topologically(model);
    CHECK(model.nodes[0].name == "2");
    CHECK(model.nodes[1].body->nodes[0].name == "b");
}
