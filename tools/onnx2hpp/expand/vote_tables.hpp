// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The votes of a forest's leaves, in the smallest of the forms that the library has.

#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/expand/forest.hpp>

namespace onnx2hpp {

/// The form, weights, leaf places, vote targets and vote begins of an ops::tree_ensemble. Tables
/// that are absent are empty.
struct vote_tables {
    tigris::ops::tree_votes form = tigris::ops::tree_votes::all;
    std::vector<float> weights{};
    std::vector<std::int64_t> places{};
    std::vector<std::int64_t> targets{};
    std::vector<std::int64_t> begins{};
};

/// Requires nodes in preorder.
vote_tables vote_tables_of(const forest& f);

/// Bytes of an unsigned integer that holds numbers up to `highest`: 1, 2 or 4.
std::size_t bytes_of_numbers(std::size_t highest);

/// A table in the smallest type that holds all numbers, and one of floats.
shared_tensor table_of(const std::vector<std::int64_t>& numbers);
shared_tensor table_of(const std::vector<float>& numbers);

}  // namespace onnx2hpp
