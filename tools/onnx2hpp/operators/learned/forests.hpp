// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What the operators of trees have in common: their tables, and how much they take.

#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/expand/forest.hpp>

namespace onnx2hpp {

void check_targets(const node& n, std::int64_t targets);

/// What the trees make of x: [rows, targets].
value_id add_trees(expansion& e, value_id x, forest f, const std::vector<double>& base);

/// The base values of a forest: none, or one for each target.
std::vector<double> base_of(const node& n, std::size_t targets);

/// Whether some leaf does not vote for all classes that others vote for.
bool has_silent_leaf(const forest& f, std::size_t classes);

}  // namespace onnx2hpp
