// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/lower/order.hpp>

#include <algorithm>
#include <utility>

namespace onnx2hpp {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// The nodes that read what each node makes, in their order.
std::vector<std::vector<int>> children_of(const onnx_model& m, std::vector<int>& roots) {
    std::vector<int> producer(m.values.size(), -1);
    std::vector<std::vector<int>> children(m.nodes.size());
    for (int n = 0; n < static_cast<int>(m.nodes.size()); ++n) {
        bool is_root = true;
        for (const value_id v : m.nodes[at(n)].inputs) {
            if (v == absent || producer[at(v)] < 0) continue;
            is_root = false;
            std::vector<int>& siblings = children[at(producer[at(v)])];
            if (siblings.empty() || siblings.back() != n) siblings.push_back(n);
        }
        if (is_root) roots.push_back(n);
        for (const value_id v : m.nodes[at(n)].outputs)
            if (v != absent) producer[at(v)] = n;
    }
    return children;
}

}  // namespace

std::vector<int> execution_order(const onnx_model& m) {
    std::vector<int> order, path;
    const std::vector<std::vector<int>> children = children_of(m, path);  // starts at the last root
    std::vector<std::size_t> left;
    for (const std::vector<int>& c : children) left.push_back(c.size());
    std::vector<char> is_visited(m.nodes.size(), 0);
    while (!path.empty()) {
        const int n = path.back();
        if (left[at(n)] == 0) {
            order.push_back(n);
            path.pop_back();
        } else {
            const int child = children[at(n)][--left[at(n)]];
            if (!std::exchange(is_visited[at(child)], char{1})) path.push_back(child);
        }
    }
    std::reverse(order.begin(), order.end());
    return order;
}

}  // namespace onnx2hpp
