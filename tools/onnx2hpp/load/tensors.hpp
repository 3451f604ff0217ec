// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// ONNX's tensors as plain bytes.

#include <onnx/onnx_pb.h>
#include <onnx2hpp/onnx_model.hpp>

#include <memory>
#include <string>

namespace onnx2hpp {

/// Reads raw_data, the typed fields, or external data beside the model, which lies in `folder`.
/// Throws failure(bad_input) where bytes and shape do not agree, a number does not fit its type, or
/// a file is missing; failure(unsupported) for element types that the tool has no use for.
std::shared_ptr<const tensor_data> tensor_from(const onnx::TensorProto& tensor,
                                               const std::string& folder);

}  // namespace onnx2hpp
