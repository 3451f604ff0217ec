// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A graph without calls: the bodies of model-local functions and of the branches of If stand where
// they are called. Bodies of Loop and Scan stay with their node.

#include <onnx/onnx_pb.h>
#include <onnx2hpp/onnx_model.hpp>

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace onnx2hpp {

using opset_map = std::map<std::string, int>;

/// Means something only where the value `condition` of the If `of` is `taken`.
struct named_branch {
    std::string condition;
    bool taken = false;
    std::string of;
};

struct flat_body;

/// A node whose names are those of the whole graph, with the opsets of the text that it stands in.
/// `body` is that of a Loop or Scan, which is then no attribute, else null. `origin` is the call or
/// If whose result this copies, else null.
struct flat_node {
    const onnx::NodeProto* proto = nullptr;
    std::shared_ptr<const opset_map> opsets;
    std::vector<named_branch> branches;
    std::shared_ptr<const flat_body> body{};
    std::shared_ptr<const node_origin> origin{};
};

/// Names of values differ from all others of the graph. Branches of its nodes are those within it.
struct flat_body {
    std::vector<onnx::ValueInfoProto> inputs;
    std::vector<std::string> outputs;
    std::vector<flat_node> nodes;
};

/// `made` and `initializers` hold what is not in the file in this form. An If reads its condition,
/// the results of its then_branch and those of its else_branch, and has no attributes.
struct flat_graph {
    std::vector<flat_node> nodes;
    std::deque<onnx::NodeProto> made;
    std::deque<onnx::TensorProto> initializers;
};

/// An If that `taken` names is its then_branch, or its else_branch where it says false; the other
/// one is not read. Names are those that messages show. Requires that `proto` lives as long as the
/// result. Throws failure(bad_input) for functions that call themselves, for calls that do not fit
/// and for names that are not those of one If each, failure(unsupported) for what becomes too
/// large.
flat_graph flattened(const onnx::ModelProto& proto, const opset_map& opsets,
                     const std::map<std::string, bool>& taken = {});

}  // namespace onnx2hpp
