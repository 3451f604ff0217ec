// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What to say of words that no option and no subcommand takes, or that CLI11 refuses.

#include <string>
#include <vector>

namespace CLI {
class App;
class Error;
}  // namespace CLI

namespace onnx2hpp {

/// Throws failure(bad_input). `words` are all of the command line, at least one.
[[noreturn]] void fail_unexpected(const CLI::App& app, const std::vector<std::string>& words);

/// What is wrong with the option that CLI11 names, in words for users.
std::string spell_error(const CLI::Error& error);

}  // namespace onnx2hpp
