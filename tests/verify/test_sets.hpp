// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A model's folder in the layout of ONNX's backend tests: which sets there are, and their files.

#include "array.hpp"
#include "model_under_test.hpp"
#include "options.hpp"

namespace verify {

/// Folders test_data_set_<k>, by k. Throws std::runtime_error if there is none.
std::vector<std::filesystem::path> test_sets(const std::filesystem::path& directory);

/// Arrays for the tensors `wanted`, in that order: the file whose tensor has the name, else the
/// file with the number. Throws std::runtime_error if one is missing, or a file belongs to none of
/// them.
std::vector<array> read_inputs(const model_under_test& model, const std::filesystem::path& set);
/// Those of the outputs; counts, which are the last, have none.
std::vector<array> read_references(const model_under_test& model, const std::filesystem::path& set,
                                   const options& asked);

/// By place alone: <prefix><number>.pb for each number; and all there are, by number.
std::vector<array> read_numbered(const std::filesystem::path& folder, const std::string& prefix,
                                 const std::vector<int>& numbers);
std::vector<array> read_numbered(const std::filesystem::path& folder, const std::string& prefix);

/// All .pb files of a folder.
std::vector<array> read_all(const std::filesystem::path& folder);

}  // namespace verify
