// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What ai.onnx.ml's models make of their sums: transforms of scores, and the class of the highest.

#include <reference/call.hpp>

namespace reference {

/// Changes the scores of one row by "NONE", "LOGISTIC", "SOFTMAX" or "SOFTMAX_ZERO", which leaves
/// scores of zero as they are. Throws unsupported for PROBIT.
void transform_scores(const std::string& name, std::vector<double>& scores);

/// Rows of `columns` numbers each as one tensor.
tensor table_of(const std::vector<std::vector<double>>& rows, std::size_t columns,
                element_type type = element_type::float32);

/// The attribute of integers of this name, or classlabels_strings: the labels of all classes.
tensor class_labels(const call& c, const char* name);

/// Labels of rows of scores, and the transformed scores.
tensors classified(const tensor& labels, const std::string& transform,
                   std::vector<std::vector<double>> rows);

}  // namespace reference
