// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A graph without calls: bodies of model-local functions and of branches of If replace their calls.
// Bodies of Loop and Scan stay with their node.

#include <onnx/onnx_pb.h>
#include <onnx2hpp/onnx_model.hpp>

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace onnx2hpp {

using opset_map = std::map<std::string, int>;

/// A branch around a node. The node counts only if the value `condition` of the If `of` is `taken`.
struct named_branch {
    std::string condition;
    bool taken = false;
    std::string of;
};

struct flat_body;

/// A node with names of the whole graph.
struct flat_node {
    const onnx::NodeProto* proto = nullptr;   // the node
    std::shared_ptr<const opset_map> opsets;  // opsets of the text that holds the node
    std::vector<named_branch> branches;  // branches of Ifs around the node, the outermost first
    /// Body of a Loop or Scan, which is no attribute then; else null.
    std::shared_ptr<const flat_body> body{};
    /// Call or If of whose result this node is a copy; else null.
    std::shared_ptr<const node_origin> origin{};
};

/// Names of values differ from all others of the graph. Branches of its nodes are those within it.
struct flat_body {
    std::vector<onnx::ValueInfoProto> inputs;
    std::vector<std::string> outputs;
    std::vector<flat_node> nodes;
};

/// A flat graph. An If reads its condition, the results of its then_branch and the results of its
/// else_branch. It has no attributes.
struct flat_graph {
    std::vector<flat_node> nodes;      // all nodes
    std::deque<onnx::NodeProto> made;  // nodes that are not in the file in this form
    /// Initializers that are not in the file in this form.
    std::deque<onnx::TensorProto> initializers;
};

/// Flattens a graph. An If that `taken` names becomes its then_branch (true) or its else_branch
/// (false); the other branch is not read. Names are those that messages show. Requires that `proto`
/// lives as long as the result. Throws failure(bad_input) for functions that call themselves, for
/// calls that do not fit, and for names that do not name one If each. Throws failure(unsupported)
/// for graphs that become too large.
flat_graph flattened(const onnx::ModelProto& proto, const opset_map& opsets,
                     const std::map<std::string, bool>& taken = {});

}  // namespace onnx2hpp
