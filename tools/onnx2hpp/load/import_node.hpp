// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Nodes as protobuf has them, turned into the tool's own.

#include <onnx/onnx_pb.h>
#include <onnx2hpp/onnx_model.hpp>

#include <map>
#include <string>

namespace onnx2hpp {

/// Name, operator and attributes; edges are left open and `since` is the opset itself. A node
/// without a name is called by its first output, and the domain ai.onnx is "". Tensors beside the
/// model lie in `folder`. Throws failure(bad_input) or failure(unsupported), naming the node.
node import_node(const onnx::NodeProto& proto, const std::map<std::string, int>& opsets,
                 const std::string& folder, const operator_table& known);

}  // namespace onnx2hpp
