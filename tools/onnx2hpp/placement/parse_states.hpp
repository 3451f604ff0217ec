// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// States of a model from YAML (docs/how_to/state.md).

#include <onnx2hpp/yaml/document.hpp>

#include <string>
#include <utility>
#include <vector>

namespace onnx2hpp {

/// The list `states` of a file: inputs, and the outputs that they are next. Throws
/// failure(bad_input), with the line, for an unknown or missing key.
std::vector<std::pair<std::string, std::string>> parse_states(const yaml_document& document);

}  // namespace onnx2hpp
