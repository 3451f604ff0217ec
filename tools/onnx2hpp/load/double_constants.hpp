// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Constants of double that become float where they are read: what exporters write beside float
// math.

#include <onnx/onnx_pb.h>
#include <onnx2hpp/load/flatten.hpp>

#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

namespace onnx2hpp {

class double_constants {
public:
    double_constants(const onnx::GraphProto& graph, const flat_graph& flat);

    /// Whether nothing reads the value but Casts to float.
    bool becomes_float(const std::string& name) const { return !read_as_double.contains(name); }

    /// The floats that those Casts make of a tensor, or of what a Constant holds; nothing where it
    /// stays as it is.
    std::optional<onnx::TensorProto> rounded(const onnx::TensorProto& tensor) const;
    std::optional<onnx::NodeProto> rounded(const onnx::NodeProto& node) const;

private:
    void find_readers(const std::vector<flat_node>& nodes);

    std::unordered_set<std::string> read_as_double;
};

}  // namespace onnx2hpp
