// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/load/topological_order.hpp>

#include <algorithm>
#include <functional>
#include <queue>
#include <unordered_map>
#include <utility>

namespace onnx2hpp {
namespace {

using node_numbers = std::vector<std::size_t>;

/// The node that makes a value, of those that nodes make.
std::unordered_map<value_id, std::size_t> producers_of(const std::vector<node>& nodes) {
    std::unordered_map<value_id, std::size_t> producers;
    for (std::size_t n = 0; n < nodes.size(); ++n)
        for (const value_id v : nodes[n].outputs) producers[v] = n;
    producers.erase(absent);
    return producers;
}

/// The nodes before and after each node, once an edge.
struct wiring {
    std::vector<node_numbers> before;
    std::vector<node_numbers> after;
};

/// Inputs, the conditions that say whether it is there, and all that its body reads.
void add_needs(std::vector<value_id>& needs, const node& n) {
    needs.insert(needs.end(), n.inputs.begin(), n.inputs.end());
    for (const branch& b : n.branches) needs.push_back(b.condition);
    if (!n.body) return;
    needs.insert(needs.end(), n.body->outputs.begin(), n.body->outputs.end());
    for (const node& inner : n.body->nodes) add_needs(needs, inner);
}

wiring wiring_of(const std::vector<node>& nodes) {
    const auto producers = producers_of(nodes);
    wiring edges{std::vector<node_numbers>(nodes.size()), std::vector<node_numbers>(nodes.size())};
    for (std::size_t n = 0; n < nodes.size(); ++n) {
        std::vector<value_id> needs;
        add_needs(needs, nodes[n]);
        for (const value_id v : needs) {
            const auto producer = producers.find(v);
            if (producer == producers.end()) continue;
            edges.before[n].push_back(producer->second);
            edges.after[producer->second].push_back(n);
        }
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

void sort(std::vector<node>& nodes) {
    const wiring edges = wiring_of(nodes);
    const node_numbers order = runnable(edges);
    if (order.size() < nodes.size())
        fail_bad_input(nodes[node_on_cycle(edges, order)],
                       "it needs its own result: the graph has a cycle");
    std::vector<node> sorted;
    for (const std::size_t n : order) sorted.push_back(std::move(nodes[n]));
    nodes = std::move(sorted);
    for (const node& n : nodes)
        if (n.body) sort(n.body->nodes);
}

}  // namespace

void sort_topologically(onnx_model& model) { sort(model.nodes); }

}  // namespace onnx2hpp
