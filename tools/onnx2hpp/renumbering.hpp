// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Nodes of a body as they are at one run: the values of the body have other numbers each time.

#include <onnx2hpp/onnx_model.hpp>

#include <unordered_map>
#include <vector>

namespace onnx2hpp {

using renumbering = std::unordered_map<value_id, value_id>;

/// Numbers that are not named stay.
std::vector<value_id> renumbered(std::vector<value_id> values, const renumbering& numbers);

/// A node with all that it reads and makes, and all that its own body reads.
node renumbered(node n, const renumbering& numbers);

/// Nodes of a body, with those of bodies within it.
std::size_t node_count(const subgraph& body);

}  // namespace onnx2hpp
