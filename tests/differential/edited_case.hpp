// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Cases that somebody else wrote, each with one change: what a recipe would not think of.

#include "random_source.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace differential {

/// The cases of a folder (each with model.onnx and test_data_set_0) whose models are small.
std::vector<std::filesystem::path> small_cases(const std::filesystem::path& folder);

/// Writes the case with another attribute, extent, operand or version, and with the inputs that it
/// takes then. The reference computes the outputs: throws what it throws, and bad_draw where there
/// is nothing to change.
void write_edited_case(const std::filesystem::path& folder, const std::filesystem::path& from,
                       random_source& random);

}  // namespace differential
