// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// How many random cases are tried.

#include <cstdlib>

namespace tigris::test {

/// As many as usual, or TIGRIS_SEED_PERCENT of them: fewer where code runs slowly, more to look for
/// what is rare.
inline int seeds(int usual) {
    const char* percent = std::getenv("TIGRIS_SEED_PERCENT");
    return percent ? usual * std::atoi(percent) / 100 : usual;
}

}  // namespace tigris::test
