// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Smaller models that may fail in the same way.

#include <filesystem>

namespace differential {

/// Writes cases into FOLDER/<number> that are one step smaller than a case, and gives how many.
/// Steps are: only a range of nodes, only one output, one attribute less, an extent halved
/// everywhere.
int write_smaller_cases(const std::filesystem::path& of, const std::filesystem::path& folder);

}  // namespace differential
