// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What trees and linear models have in common: features, class labels, and what becomes of scores.

#include <onnx2hpp/expand/expansion.hpp>

#include <string>
#include <vector>

namespace onnx2hpp {

/// Input 0 as floats [rows, features]; one list of features is one row. Throws failure(bad_input)
/// for other shapes and for no features, failure(unsupported) for types that have no kernel.
value_id features_of(expansion& e);

/// Labels of classes in their order: integers or strings.
struct class_labels {
    std::vector<std::int64_t> integers;
    std::vector<std::string> texts;

    std::size_t count() const { return texts.empty() ? integers.size() : texts.size(); }
};

/// The attribute that the operator calls `integers`, or classlabels_strings. Throws
/// failure(bad_input) unless one of them is there, failure(unsupported) for a single label.
class_labels class_labels_of(const node& n, const std::string& integers);

/// Output 0 is the labels of these classes, [rows] int64: integers as they are, strings by number.
void give_labels(expansion& e, const class_labels& labels, value_id classes);

/// The first class with the highest score of each row: [rows].
value_id top_class(expansion& e, value_id scores);

/// The second of two classes where a score, [rows, 1], is above a threshold: [rows].
value_id class_above(expansion& e, value_id score, double threshold);

/// [rows, 2].
value_id pair_of(expansion& e, value_id first, value_id second);

/// Scores, [rows, targets], after a post_transform by ONNX's name. Throws failure(bad_input) where
/// ONNX has no such.
value_id transformed(expansion& e, value_id scores, const std::string& transform);

}  // namespace onnx2hpp
