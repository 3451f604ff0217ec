// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Which rows of the operator table models use: versions, attributes, and forms of their inputs.

#include <filesystem>
#include <vector>

namespace differential {

/// Prints what the models in these folders cover of the table, and what none of them does.
void print_coverage(const std::vector<std::filesystem::path>& folders);

}  // namespace differential
