// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// How wide texts in UTF-8 are on a terminal.

#include <cstddef>
#include <string_view>

namespace onnx2hpp {

/// Marks that combine and colors take no column, East Asian wide characters and emoji take two.
/// Bytes that are no UTF-8 take one each.
std::size_t display_columns(std::string_view text);

/// The longest beginning of a text that takes at most `most` columns, and the longest end. Both
/// start and end at whole characters.
std::string_view first_columns(std::string_view text, std::size_t most);
std::string_view last_columns(std::string_view text, std::size_t most);

}  // namespace onnx2hpp
