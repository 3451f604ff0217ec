// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Names in a C interface: of functions, members and macros.

#include <set>
#include <string>
#include <string_view>

namespace onnx2hpp {

/// The prefix of a model's functions and types: its name, without '_' at the end.
std::string c_prefix(std::string_view model_name);

/// A name in capitals, without '_' at its end: a part of a macro's name.
std::string macro_name(std::string_view name);

/// Gives out C identifiers, each only once, also if capitals count as small letters. An identifier
/// depends only on the calls before.
class c_names {
public:
    static constexpr std::size_t max_length = 48;

    /// An identifier of at most max_length characters made of any text; the second of its kind ends
    /// with _2, and so on.
    std::string make(std::string_view text);

private:
    std::set<std::string> taken;
};

}  // namespace onnx2hpp
