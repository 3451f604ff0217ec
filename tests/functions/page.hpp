// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The bounds that docs/reference/functions.md states: its table is what functions are held to.

#include <functions/judge.hpp>

#include <map>
#include <string>

namespace functions {

struct bounds {
    bound single;
    bound tabled;
};

/// By the function's name. Throws std::runtime_error if the page cannot be read.
std::map<std::string, bounds, std::less<>> read_page(const std::string& path);

}  // namespace functions
