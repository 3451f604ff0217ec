// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Attributes that describe trees: lists that must be of one length, and numbers that must make
// sense.

#include <onnx2hpp/expand/forest.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace onnx2hpp {

/// A list attribute, which must have `count` elements. Throws failure(bad_input) otherwise.
extents list_of(const node& n, const std::string& name, std::size_t count);
std::vector<std::string> texts_of(const node& n, const std::string& name, std::size_t count);
/// A list attribute of `count` elements. A list that is absent or empty is all zeros.
extents optional_list_of(const node& n, const std::string& name, std::size_t count);

/// A list of numbers: the attribute of this name, or the tensor `<name>_as_tensor`. Throws
/// failure(bad_input) for both. The second form must have `count` numbers.
std::vector<double> reals_of(const node& n, const std::string& name);
std::vector<double> reals_of(const node& n, const std::string& name, std::size_t count);

/// A feature's number; -1 if no input has that feature.
std::int32_t feature_of(std::int64_t number);

/// Throws failure(bad_input) if ONNX has no function of that name.
tigris::ops::tree_aggregate aggregate_of(const node& n, std::string_view name);

/// `node 3 of tree 0`.
std::string label_of(const forest_node& at);

/// Throws failure(bad_input) where the node compares with NaN.
void check_threshold(const node& n, const forest_node& at);

/// A vote of a node. Throws failure(bad_input) unless `target` is below `targets`, and unless the
/// weight is a finite float.
forest_vote vote_of(const node& n, const forest_node& at, std::int64_t targets, std::int64_t target,
                    double weight);

}  // namespace onnx2hpp
