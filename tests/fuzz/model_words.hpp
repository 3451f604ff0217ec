// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Words that mean something in models and on the command line.

#include <string>
#include <vector>

namespace fuzz {

/// Names of operators, and values that ONNX gives attributes of text.
const std::vector<std::string>& attribute_words();

/// Options of convert and analyze that need no file, with their values. What only one of them knows
/// ends the other.
const std::vector<std::string>& option_words();

/// Options that tell names of a graph, each name written as @.
const std::vector<std::string>& named_option_words();

}  // namespace fuzz
