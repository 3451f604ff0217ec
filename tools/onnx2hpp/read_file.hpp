// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Files as bytes.

#include <cstdint>
#include <optional>
#include <string>

namespace onnx2hpp {

/// `bytes` of a file from `offset` on, or all the rest. Throws failure(bad_input), beginning with
/// `what` ("model file"), where it is missing, a folder, unreadable, or too short.
std::string read_file(const std::string& what, const std::string& path, std::uint64_t offset = 0,
                      std::optional<std::uint64_t> bytes = std::nullopt);

}  // namespace onnx2hpp
