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

/// Writes a case of each node into FOLDER/<number>, whose inputs take the values that they have in
/// the whole. Whether each could be written: one that reads values from within a subgraph cannot.
bool write_single_nodes(const std::filesystem::path& of, const std::filesystem::path& folder);

}  // namespace differential
