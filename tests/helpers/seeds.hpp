// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// How many of many similar cases are tried.

#include <cstdlib>

namespace tigris::test {

/// As many as usual, or TIGRIS_SEED_PERCENT of them: fewer where code runs slowly, more to look for
/// what is rare.
inline int seeds(int usual) {
    const char* percent = std::getenv("TIGRIS_SEED_PERCENT");
    return percent ? usual * std::atoi(percent) / 100 : usual;
}

/// Whether the kth of many similar cases is one of those that seeds() asks for. Which ones follows
/// no loop.
inline bool is_tried(int k) { return int((unsigned(k) * 2654435769u >> 16) % 100) < seeds(100); }

}  // namespace tigris::test
