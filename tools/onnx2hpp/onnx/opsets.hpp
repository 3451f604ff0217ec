// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Domains and versions of operators.

#include <onnx2hpp/onnx_model.hpp>

#include <string>
#include <string_view>

namespace onnx2hpp {

/// The newest opset of ai.onnx whose rules are known: none of its operators changed later.
inline constexpr int newest_opset = 28;

/// The domain of trees and linear models, and the newest opset of it.
inline constexpr std::string_view ml_domain = "ai.onnx.ml";
inline constexpr int newest_ml_opset = 5;

/// A node's operator, with its domain before it where that is not ai.onnx: com.microsoft.QGemm.
std::string qualified_name(const node& n);

/// Makes a node one of an operator of ai.onnx, or of one of the tool's own: "tigris.Normalize".
void set_operator(node& n, std::string_view type);

}  // namespace onnx2hpp
