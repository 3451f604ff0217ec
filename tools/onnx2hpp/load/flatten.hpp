// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A graph without calls: the bodies of model-local functions and of the branches of If stand where
// they are called.

#include <onnx/onnx_pb.h>

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace onnx2hpp {

using opset_map = std::map<std::string, int>;

/// Means something only where the value `condition` is `taken`.
struct named_branch {
    std::string condition;
    bool taken = false;
};

/// A node whose names are those of the whole graph, with the opsets of the text that it stands in.
struct flat_node {
    const onnx::NodeProto* proto = nullptr;
    std::shared_ptr<const opset_map> opsets;
    std::vector<named_branch> branches;
};

/// `made` and `initializers` hold what is not in the file in this form. An If reads its condition,
/// the results of its then_branch and those of its else_branch, and has no attributes.
struct flat_graph {
    std::vector<flat_node> nodes;
    std::deque<onnx::NodeProto> made;
    std::deque<onnx::TensorProto> initializers;
};

/// Requires that `proto` lives as long as the result. Throws failure(bad_input) for functions that
/// call themselves and for calls that do not fit, failure(unsupported) for what becomes too large.
flat_graph flattened(const onnx::ModelProto& proto, const opset_map& opsets);

}  // namespace onnx2hpp
