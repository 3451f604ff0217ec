// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Whether a graph is consistent, so that all later functions may rely on it.

#include <tigris/model/graph.hpp>

namespace tigris {

constexpr bool valid_edges(const graph_view& g, int first, int count) {
    if (first < 0 || count < 0 || first + count > g.edges.size) return false;
    for (int e = first; e < first + count; ++e)
        if (g.edges[e] < -1 || g.edges[e] >= g.tensors.size) return false;
    return true;
}

/// Whether every edge names a tensor, and every activation and output is written before it is read.
template <int Tensors, int Nodes, int Edges>
constexpr bool is_valid(const graph<Tensors, Nodes, Edges>& g) {
    bool exists[Tensors]{};
    for (int t = 0; t < Tensors; ++t)
        exists[t] =
            g.tensors[t].kind == tensor_kind::input || g.tensors[t].kind == tensor_kind::constant;
    for (const node& n : g.nodes) {
        if (!valid_edges(g.all(), n.first_input, n.inputs)) return false;
        if (n.outputs < 1 || !valid_edges(g.all(), n.first_output, n.outputs)) return false;
        for (int e = n.first_input; e < n.first_input + n.inputs; ++e)
            if (g.edges[e] >= 0 && !exists[g.edges[e]]) return false;
        for (int e = n.first_output; e < n.first_output + n.outputs; ++e) {
            if (g.edges[e] < 0) return false;
            exists[g.edges[e]] = true;
        }
    }
    return true;
}

}  // namespace tigris
