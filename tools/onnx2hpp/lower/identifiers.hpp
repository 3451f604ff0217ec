// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Names of steps that compilers accept and print.

#include <map>
#include <set>
#include <string>
#include <string_view>

namespace onnx2hpp {

/// Gives out C++ identifiers, each only once. An identifier depends only on the calls before.
class identifiers {
public:
    static constexpr std::size_t max_length = 48;

    /// An identifier of at most max_length characters, made of `name`. `prefix` comes first if the
    /// name begins with a digit or has no letter. The second identifier of its kind ends with _2,
    /// and so on. One without both a capital and a small letter ends with '_', because a macro may
    /// have that name.
    std::string make(std::string_view prefix, std::string_view name);

private:
    std::set<std::string> taken;
    std::map<std::string, int> next_count;
};

}  // namespace onnx2hpp
