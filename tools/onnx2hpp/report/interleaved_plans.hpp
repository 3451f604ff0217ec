// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A model's plans as a page holds them. Most rows of their tables are equal, but LZ4 finds equal
// bytes only within 64 KB. So equal rows stand side by side.

#include <nlohmann/json.hpp>

#include <vector>

namespace onnx2hpp {

/// {"tables": {name: [[row of the first plan, of the second, ...], ...]}, "plans": [...]}. A plan
/// without a row has null there. What is no table of objects stays in "plans"; "calls" are there by
/// columns.
nlohmann::ordered_json interleaved_plans(std::vector<nlohmann::ordered_json> plans);

}  // namespace onnx2hpp
