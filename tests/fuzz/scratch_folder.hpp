// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A folder for the files that a target reads, removed at its end.

#include <string>
#include <string_view>

namespace fuzz {

/// Writes a file of this name and gives its path. The folder also holds data.bin, 64 bytes that
/// models may name as external data.
std::string scratch_file(const char* name, std::string_view bytes);

}  // namespace fuzz
