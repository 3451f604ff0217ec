// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The ONNX operators that the tool knows: versions, inputs and attributes.

#include <onnx2hpp/onnx_model.hpp>

#include <string>
#include <string_view>

namespace onnx2hpp {

/// The newest opset of ai.onnx whose rules are in the table: none of its operators changed later.
inline constexpr int newest_opset = 28;

/// The domain of trees and linear models, and the newest opset of it.
inline constexpr std::string_view ml_domain = "ai.onnx.ml";
inline constexpr int newest_ml_opset = 5;

/// Kinds of attributes, in the order of onnx2hpp::attribute.
enum class attribute_kind { integer, real, text, integers, reals, tensor, texts, doubles };

/// ONNX's name of a kind, such as INTS.
std::string_view name_of(attribute_kind kind);

/// The operator with its domain before it where that is not ai.onnx: com.microsoft.QGemm.
std::string qualified_name(const node& n);

/// Throws failure(unsupported) for an operator that is in no version of the table.
void require_known_operator(const node& n);

/// Sets n.since to the version in force, max(since <= opset), and checks the node against it:
/// numbers of inputs and outputs, names and kinds of attributes. Throws failure(unsupported) for
/// what the tool does not know, failure(bad_input) for what ONNX forbids. Source: ONNX,
/// docs/Changelog.md up to opset 28.
void apply_operator_rule(node& n, int opset);

}  // namespace onnx2hpp
