// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What a misspelled word may have meant.

#include <optional>
#include <string>
#include <vector>

namespace onnx2hpp {

/// How many letters must be added, removed or replaced to make b of a. Source: Levenshtein, 1966.
int letters_between(const std::string& a, const std::string& b);

/// The first of the nearest words, if no more than a third of its letters differ. Capitals do not.
std::optional<std::string> nearest_word(const std::string& to,
                                        const std::vector<std::string>& words);

/// "; did you mean word?", or nothing.
std::string as_question(const std::optional<std::string>& word);

}  // namespace onnx2hpp
