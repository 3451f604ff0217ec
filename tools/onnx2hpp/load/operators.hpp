// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The ONNX operators that the tool knows: versions, inputs and attributes.

#include <onnx2hpp/onnx/operator_table.hpp>

#include <string>
#include <string_view>

namespace onnx2hpp {

/// ONNX's name of a kind, such as INTS.
std::string_view name_of(attribute_kind kind);

/// Throws failure(unsupported) for an operator that is in no version of the table.
void require_known_operator(const operator_table& known, const node& n);

/// Sets n.since to the version in force, max(since <= opset), and checks the node against it:
/// numbers of inputs and outputs, names and kinds of attributes. Throws failure(unsupported) for
/// what the tool does not know, failure(bad_input) for what ONNX forbids. Source: ONNX,
/// docs/Changelog.md up to opset 28.
void apply_operator_rule(const operator_table& known, node& n, int opset);

}  // namespace onnx2hpp
