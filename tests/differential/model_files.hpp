// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Cases as scripts/verify reads them.

#include <reference/tensor.hpp>

#include <onnx/onnx_pb.h>

#include <filesystem>
#include <string>
#include <vector>

namespace differential {

/// The type and the shape of a value, for a graph's inputs and outputs.
onnx::ValueInfoProto declaration(const std::string& name, const reference::tensor& value);

/// With the numbers that a file would hold.
reference::tensor as_stored(const reference::tensor& value);

/// Writes model.onnx and test_data_set_0 with inputs, outputs and each step's result, which the
/// reference computes. Throws what the reference throws.
void write_case(const std::filesystem::path& folder, const onnx::ModelProto& model,
                const std::vector<reference::tensor>& inputs);

/// The inputs of a case that was written.
std::vector<reference::tensor> read_case_inputs(const std::filesystem::path& folder);

}  // namespace differential
