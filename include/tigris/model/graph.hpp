// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The graph as a value: tensors, nodes in execution order, edges, and one attribute table for each
// operator.

#include <tigris/model/node.hpp>
#include <tigris/model/quantization.hpp>
#include <tigris/support/index_sequence.hpp>

namespace tigris {

/// Attributes of all nodes of one operator.
template <class Op, int Rows>
struct table {
    Op rows[Rows];
};

/// The tables of the operators that a model uses; a node's attributes are row(tables, ...).
template <class... Tables>
struct attribute_tables : Tables... {};

template <class Op, int Rows>
constexpr const Op& row(const table<Op, Rows>& t, int i) {
    return t.rows[i];
}

/// A graph of any size, as planners, validation and printing see it.
struct graph_view {
    view<const tensor> tensors;
    view<const node> nodes;
    view<const int16_t> edges;

    constexpr operands operands_of(int step) const {
        const node& n = nodes[step];
        return {tensors, edges.data + n.first_input, edges.data + n.first_output, n.inputs,
                n.outputs};
    }
};

/// A model's tensors, and its nodes in execution order with spans of `edges`.
template <int Tensors, int Nodes, int Edges>
struct graph {
    static constexpr int tensor_count = Tensors;
    static constexpr int node_count = Nodes;

    rounding rounds = rounding::nearest;
    tensor tensors[Tensors];
    node nodes[Nodes];
    int16_t edges[Edges];

    constexpr graph_view all() const {
        return {{tensors, Tensors}, {nodes, Nodes}, {edges, Edges}};
    }
};

}  // namespace tigris
