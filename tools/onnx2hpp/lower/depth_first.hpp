// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Nodes of a graph without cycles, depth first.

#include <vector>

namespace onnx2hpp {

/// For each node the nodes that read what it makes.
using reader_lists = std::vector<std::vector<int>>;

/// All nodes that `starts` lead to, each after the nodes that it reads. The first reader of a node
/// follows soonest, with all nodes that only that reader leads to. Nodes that are `passed` are left
/// out, and so are nodes that only they lead to.
std::vector<int> depth_first(const reader_lists& readers, std::vector<int> starts,
                             std::vector<char> passed);

}  // namespace onnx2hpp
