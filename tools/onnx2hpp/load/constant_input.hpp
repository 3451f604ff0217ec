// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Values for graph inputs that the command line makes constants.

#include <onnx2hpp/load/declarations.hpp>

#include <memory>
#include <string>

namespace onnx2hpp {

/// The TensorProto in `file`, for the graph input `name`; whatever name the file gives it. External
/// data lies beside the file. Throws failure(bad_input), naming both, where there is no such tensor
/// or its type or shape is not the declared one; failure(unsupported) as tensor_from does.
std::shared_ptr<const tensor_data> constant_input(const declaration& declared,
                                                  const std::string& name, const std::string& file);

/// The TensorProto in the file of `--constant NAME=file`; `label` begins messages.
onnx::TensorProto constant_tensor(const std::string& label, const std::string& file);

}  // namespace onnx2hpp
