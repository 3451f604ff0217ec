// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Arrays in .pb files.

#include "array.hpp"

#include <filesystem>

namespace verify {

/// Reads a TensorProto. Throws std::runtime_error for anything else, naming the file.
array read_array(const std::filesystem::path& file);

/// Writes a TensorProto, and the folders on the way to it.
void write_array(const std::filesystem::path& file, const array& values);

}  // namespace verify
