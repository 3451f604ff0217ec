// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A plan as a JSON document, for whoever puts it into another one.

#include <onnx2hpp/show/analysis.hpp>

#include <nlohmann/json.hpp>

namespace onnx2hpp {

/// The most calls that are listed.
inline constexpr std::size_t most_calls = 20'000;

/// What to_json() prints (docs/reference/plan.schema.json).
nlohmann::ordered_json to_json_value(const analysis& a);

/// The list of --sweep.
nlohmann::ordered_json to_json_value(const std::vector<swept_budget>& sweep);

/// Adds what only the tool knows: the model's operators, shapes, types and constants, the summary,
/// and the calls, if they were asked for.
void add_model(nlohmann::ordered_json& plan, const analysis& a);

/// Text of names that may be no UTF-8. `indent` is -1 for one line.
std::string as_text(const nlohmann::ordered_json& json, int indent);

}  // namespace onnx2hpp
