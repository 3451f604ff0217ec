// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Text of models in HTML, SVG, Markdown and dot: nothing in it is taken for markup.

#include <string>
#include <string_view>

namespace onnx2hpp {

/// For HTML and XML, between tags and in attributes in double quotes. What printable() does not
/// show as it is becomes \xNN.
std::string escape_markup(std::string_view text);

/// For a cell of a Markdown table.
std::string escape_markdown(std::string_view text);

/// For a text in double quotes of the dot language.
std::string escape_dot(std::string_view text);

}  // namespace onnx2hpp
