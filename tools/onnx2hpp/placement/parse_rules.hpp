// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Placement rules from YAML and from the command line (docs/how_to/placement.md).

#include <onnx2hpp/placement/rule.hpp>
#include <onnx2hpp/yaml/document.hpp>

namespace onnx2hpp {

/// The list `tensors` of a file. Throws failure(bad_input), with the line, for an unknown key or
/// kind, a rule without attributes, and what is no id.
std::vector<tensor_rule> parse_rules(const yaml_document& document);

/// `[KIND][:ID[,ID]...]=[MEMORY][:DESTINATION]`: split at the last `=`, and before it at the first
/// `:`. Without KIND it is for all kinds, without ids for all tensors. Throws failure(bad_input).
tensor_rule parse_place(const std::string& text);

}  // namespace onnx2hpp
