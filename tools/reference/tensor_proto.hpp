// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// ONNX's TensorProto to tensors and back.

#include <reference/tensor.hpp>

#include <onnx/onnx_pb.h>

#include <filesystem>

namespace reference {

/// `folder` is where external data lies. Throws std::runtime_error for what is broken.
tensor from_proto(const onnx::TensorProto& proto, const std::filesystem::path& folder = {});
onnx::TensorProto to_proto(const tensor& values, const std::string& name);

tensor read_tensor(const std::filesystem::path& file);
void write_tensor(const std::filesystem::path& file, const tensor& values, const std::string& name);

}  // namespace reference
