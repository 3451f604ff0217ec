// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Text of files, so that a terminal shows it and nothing else happens.

#include <string>
#include <string_view>

namespace onnx2hpp {

/// The text in valid UTF-8. Invalid bytes and control characters become \xNN, and so do characters
/// that change the direction of text.
std::string printable(std::string_view text);

/// printable(), with "..." for the middle of a long name.
std::string printable_name(std::string_view text);

}  // namespace onnx2hpp
