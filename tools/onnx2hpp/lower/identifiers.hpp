// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Names of steps that compilers accept and print.

#include <map>
#include <set>
#include <string>
#include <string_view>

namespace onnx2hpp {

/// Gives out C++ identifiers, each once, in a way that depends on the calls before only.
class identifiers {
public:
    static constexpr std::size_t max_length = 48;

    /// An identifier of at most max_length characters made of `name`, or of `prefix` and `name`
    /// where that begins with a digit or has no letter. The second of its kind ends with _2, and so
    /// on. One without both a capital and a small letter ends with '_', because a macro may be
    /// called so.
    std::string make(std::string_view prefix, std::string_view name);

private:
    std::set<std::string> taken;
    std::map<std::string, int> next_count;
};

}  // namespace onnx2hpp
