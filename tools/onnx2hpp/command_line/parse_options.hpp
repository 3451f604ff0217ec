// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The command line becomes options.

#include <onnx2hpp/options.hpp>

#include <optional>

namespace onnx2hpp {

/// The command line, or nothing where --help or --version was asked for and printed.
/// Throws failure(bad_input) for whatever is wrong with it.
std::optional<options> parse_options(int argc, const char* const* argv);

}  // namespace onnx2hpp
