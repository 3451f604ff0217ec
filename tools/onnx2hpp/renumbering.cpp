// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/renumbering.hpp>

namespace onnx2hpp {

std::vector<value_id> renumbered(std::vector<value_id> values, const renumbering& numbers) {
    for (value_id& v : values)
        if (const auto other = numbers.find(v); other != numbers.end()) v = other->second;
    return values;
}

node renumbered(node n, const renumbering& numbers) {
    n.inputs = renumbered(std::move(n.inputs), numbers);
    n.outputs = renumbered(std::move(n.outputs), numbers);
    for (branch& b : n.branches) b.condition = renumbered({b.condition}, numbers)[0];
    if (!n.body) return n;
    subgraph body = *n.body;
    body.outputs = renumbered(std::move(body.outputs), numbers);
    for (node& inner : body.nodes) inner = renumbered(std::move(inner), numbers);
    n.body = std::make_shared<subgraph>(std::move(body));
    return n;
}

std::size_t node_count(const subgraph& body) {
    std::size_t count = body.nodes.size();
    for (const node& n : body.nodes)
        if (n.body) count += node_count(*n.body);
    return count;
}

}  // namespace onnx2hpp
