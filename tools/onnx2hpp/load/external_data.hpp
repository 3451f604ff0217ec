// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Tensors whose elements lie in a file beside the model.

#include <onnx/onnx_pb.h>

#include <cstdint>
#include <string>

namespace onnx2hpp {

/// The `bytes` bytes of a tensor with data_location EXTERNAL. `folder` is the model file's; files
/// outside it (absolute paths, "..", links) are refused. Throws failure(bad_input), naming the
/// tensor.
std::string read_external_data(const onnx::TensorProto& tensor, const std::string& folder,
                               std::uint64_t bytes);

}  // namespace onnx2hpp
