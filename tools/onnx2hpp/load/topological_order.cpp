// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/load/topological_order.hpp>

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>

namespace onnx2hpp {
namespace {

using node_numbers = std::vector<std::size_t>;
constexpr auto nobody = static_cast<std::size_t>(-1);

/// For each value the node that makes it, or `nobody`.
node_numbers producers_of(const onnx_model& model) {
    node_numbers producers(model.values.size(), nobody);
    for (std::size_t n = 0; n < model.nodes.size(); ++n)
        for (const value_id v : model.nodes[n].outputs)
            if (v != absent) producers[static_cast<std::size_t>(v)] = n;
    return producers;
}

/// The nodes before and after each node, once an edge.
struct wiring {
    std::vector<node_numbers> before;
    std::vector<node_numbers> after;
};

/// Inputs, and the conditions that say whether it is there.
std::vector<value_id> needs_of(const node& n) {
    std::vector<value_id> needs = n.inputs;
    for (const branch& b : n.branches) needs.push_back(b.condition);
    return needs;
}

wiring wiring_of(const onnx_model& model) {
    const node_numbers producers = producers_of(model);
    wiring edges{std::vector<node_numbers>(model.nodes.size()),
                 std::vector<node_numbers>(model.nodes.size())};
    for (std::size_t n = 0; n < model.nodes.size(); ++n)
        for (const value_id v : needs_of(model.nodes[n])) {
            if (v == absent || producers[static_cast<std::size_t>(v)] == nobody) continue;
            edges.before[n].push_back(producers[static_cast<std::size_t>(v)]);
            edges.after[producers[static_cast<std::size_t>(v)]].push_back(n);
        }
    return edges;
}

/// All nodes that can run, each as early as the nodes before it in the file allow.
node_numbers runnable(const wiring& edges) {
    node_numbers order, waits_for;
    std::priority_queue<std::size_t, node_numbers, std::greater<>> ready;
    for (std::size_t n = 0; n < edges.before.size(); ++n) {
        waits_for.push_back(edges.before[n].size());
        if (waits_for[n] == 0) ready.push(n);
    }
    while (!ready.empty()) {
        order.push_back(ready.top());
        ready.pop();
        for (const std::size_t follower : edges.after[order.back()])
            if (--waits_for[follower] == 0) ready.push(follower);
    }
    return order;
}

/// A node that is not in `order` waits for another one; following them ends in a cycle.
std::size_t node_on_cycle(const wiring& edges, const node_numbers& order) {
    std::vector<bool> passed(edges.before.size());
    for (const std::size_t n : order) passed[n] = true;
    auto n =
        static_cast<std::size_t>(std::find(passed.begin(), passed.end(), false) - passed.begin());
    while (!passed[n]) {
        passed[n] = true;
        const node_numbers& before = edges.before[n];
        n = *std::find_if(before.begin(), before.end(), [&](std::size_t p) {
            return std::find(order.begin(), order.end(), p) == order.end();
        });
    }
    return n;
}

}  // namespace

void sort_topologically(onnx_model& model) {
    const wiring edges = wiring_of(model);
    const node_numbers order = runnable(edges);
    if (order.size() < model.nodes.size())
        fail_bad_input(model.nodes[node_on_cycle(edges, order)],
                       "it needs its own result: the graph has a cycle");
    std::vector<node> sorted;
    for (const std::size_t n : order) sorted.push_back(std::move(model.nodes[n]));
    model.nodes = std::move(sorted);
}

}  // namespace onnx2hpp
