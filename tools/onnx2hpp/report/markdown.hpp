// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A plan for a change request.

#include <onnx2hpp/report/compare.hpp>
#include <onnx2hpp/show/analysis.hpp>

#include <optional>
#include <string>

namespace onnx2hpp {

/// GitHub's Markdown: the summary, what changed against `earlier`, memories, and folded up the
/// steps.
std::string to_markdown(const analysis& a, const std::optional<plan_comparison>& earlier);

/// Text as it is, between fences that are longer than any in it.
std::string in_fences(const std::string& text);

}  // namespace onnx2hpp
