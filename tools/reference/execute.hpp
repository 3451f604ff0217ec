// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Runs ONNX models by the words of ONNX's specification.

#include <reference/rounding.hpp>
#include <reference/tensor.hpp>

#include <onnx/onnx_pb.h>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace reference {

onnx::ModelProto read_model(const std::filesystem::path& file);

/// Names of the inputs that no initializer fills, in order.
std::vector<std::string> free_inputs(const onnx::ModelProto& model);

/// Is told of each value that a node of the main graph computes.
using observer = std::function<void(const std::string& name, const tensor& value)>;

/// The outputs of a model, in order. `inputs` are for free_inputs; those beyond replace nothing.
/// `folder` is where external data lies. `results` of nodes are rounded to their types. Throws
/// unsupported for operators that there are none for, std::exception for broken models.
std::vector<tensor> execute(const onnx::ModelProto& model, const std::vector<tensor>& inputs,
                            const std::filesystem::path& folder = {}, const observer& tell = {},
                            rounding results = {});

}  // namespace reference
