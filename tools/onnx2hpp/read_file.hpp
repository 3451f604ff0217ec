// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Files as bytes.

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

namespace onnx2hpp {

/// The most bytes that are read of a file, as a sentence says them, and what to do where it has
/// more. Protobuf reads at most 2 GB.
struct file_limit {
    std::uint64_t bytes = std::numeric_limits<std::int32_t>::max();
    std::string_view spelled = "2 GB";
    std::string_view hint = "";
};

/// All bytes of a file. Throws failure(bad_input), beginning with `what` ("model file"), where it
/// is missing, a folder, unreadable, or, before it is read, beyond the limit.
std::string read_file(const std::string& what, const std::string& path,
                      const file_limit& most = {});

/// `bytes` of a file from `offset` on. Throws failure(bad_input) likewise, and where it is too
/// short.
std::string read_part(const std::string& what, const std::string& path, std::uint64_t offset,
                      std::uint64_t bytes);

}  // namespace onnx2hpp
