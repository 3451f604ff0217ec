// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// C++ identifiers made of names from files.

#include <optional>
#include <string>
#include <string_view>

namespace onnx2hpp {

/// Why `text` may not name something at namespace scope, as words after it ("begins with a digit").
/// Nothing if it may. Rules:
///
/// * ASCII letters, digits and single underscores; no leading underscore or digit;
/// * no keyword, no name of C's headers, not std or tigris;
/// * a small letter or a '_' at the end, unlike macros.
std::optional<std::string_view> mistake_in_identifier(std::string_view text);

/// A C++ identifier made of any text. Characters outside [A-Za-z0-9_] become '_'; neighboring
/// '_' become one and those at the ends are dropped (C++ reserves them); a leading digit gets
/// "model_" before it; a word that is taken gets '_' after it; where nothing is left it is
/// "model".
std::string identifier_from(std::string_view text);

/// Whether a C library declares a name that a C interface (emit/c_interface.hpp) makes of `text`:
/// sem_init of sem.
bool is_taken_prefix(std::string_view text);

/// Whether `text` lacks a capital or a small letter: so do all macros of C's and C++'s headers that
/// mistake_in_identifier lets pass.
bool may_be_macro(std::string_view text);

}  // namespace onnx2hpp
