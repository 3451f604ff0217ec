// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/model/graph.hpp>

#include <helpers/check.hpp>

#include <doctest/doctest.h>

using namespace tigris;

namespace {

/// Node 1 reads tensors 2 and 0, and an optional input that is absent; it makes tensors 3 and 1.
constexpr graph<4, 2, 7> two_nodes{
    .tensors = {{.index = 10}, {.index = 11}, {.index = 12}, {.index = 13}},
    .nodes = {{.first_input = 0, .inputs = 1, .first_output = 1, .outputs = 1},
              {.first_input = 2, .inputs = 3, .first_output = 5, .outputs = 2}},
    .edges = {0, 2, 2, 0, -1, 3, 1}};

struct first_op {
    int value;
};
struct second_op {
    int value;
};

}  // namespace

TEST_CASE("operands of a node are its spans of edges") {
    constexpr graph_view all = two_nodes.all();
    static_assert(all.tensors.size == 4 && all.nodes.size == 2 && all.edges.size == 7);
    const operands t = all.operands_of(1);
    CHECK(t.inputs == 3);
    CHECK(t.outputs == 2);
    CHECK(t.input(0).index == 12);
    CHECK(t.input(1).index == 10);
    CHECK(t.output().index == 13);
    CHECK(t.output(1).index == 11);
}

TEST_CASE("a node's attributes are a row of its operator's table") {
    constexpr attribute_tables<table<first_op, 2>, table<second_op, 1>> tables{{{{1}, {2}}},
                                                                               {{{3}}}};
    TIGRIS_HOLDS(row<first_op>(tables, 1).value == 2);
    TIGRIS_HOLDS(row<second_op>(tables, 0).value == 3);
}
