// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Words of a command line: words that were given, and words that replace them.

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace onnx2hpp {

/// The options that were given and that say how a model is converted, but not to which files.
std::vector<std::string> given_words(const CLI::App& app);

/// given_words() without --weights, and the model's name, as a list in JSON. A header that takes a
/// blob states that list.
std::string recorded_words(const CLI::App& app, const std::string& name);

/// What recorded_words() wrote into a header. Throws failure(bad_input) where the file has none.
std::vector<std::string> words_of_header(const std::string& file);

/// Fails where options are given that words_of_header() has.
void require_words_of_header(const CLI::App& app);

/// Gives a --sweep without a list the value every_change. The word after it is its list if it
/// begins with a digit and has no '.' and no '/'.
std::vector<std::string> with_open_sweeps(std::vector<std::string> words);

/// `words` for one board instead of a list of boards.
std::vector<std::string> with_board(const std::vector<std::string>& words,
                                    const std::string& board);

}  // namespace onnx2hpp
