// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Bytes of a file as ONNX's protobuf message, or a clear error.

#include <onnx/onnx_pb.h>

#include <map>
#include <string>

namespace onnx2hpp {

/// A file's message and the SHA-256 of its bytes.
struct parsed_file {
    onnx::ModelProto model;
    std::string sha256;
};

/// Throws failure(bad_input) where `path` is no file of at most 2 GB that holds an ONNX model: IR
/// version 3 or later, an opset import, and a graph with at least one output.
parsed_file parse_model(const std::string& path);

/// Opset versions by domain; ai.onnx is "". Throws failure(bad_input) for versions that contradict.
std::map<std::string, int> opsets_of(
    const google::protobuf::RepeatedPtrField<onnx::OperatorSetIdProto>& imports);

}  // namespace onnx2hpp
