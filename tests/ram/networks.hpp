// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The networks of the table, by name.

#include <onnx2hpp/lowered_model.hpp>

#include <filesystem>
#include <optional>
#include <string>

namespace ram {

/// A structure that is written down here, else the model in <models>/<name>/model.onnx, its edges
/// quantized; nothing if there is neither. Throws onnx2hpp::failure where it cannot be converted.
std::optional<onnx2hpp::lowered_model> network_named(const std::string& name,
                                                     const std::filesystem::path& models);

}  // namespace ram
