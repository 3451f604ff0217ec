// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Tables of strings in a header: names of tensors and steps, and what the numbers of outputs stand
// for.

#include <onnx2hpp/lowered_model.hpp>

#include <string>
#include <vector>

namespace onnx2hpp {

/// A table for debuggers and reports; in the program only if something reads it.
std::string spell_names(const char* table, const std::vector<std::string>& names);

/// What the numbers of outputs stand for, each list once.
std::string spell_labels(const lowered_model& model);

/// Where the labels of an output of labels are, for a comment.
std::string describe_labels(const lowered_model& model, const tigris::tensor& t);

}  // namespace onnx2hpp
