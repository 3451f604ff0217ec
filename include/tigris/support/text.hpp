// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A string literal as a template argument.

namespace tigris {

template <int N>
struct text {
    char chars[N];
    constexpr text(const char (&from)[N]) {
        for (int i = 0; i < N; ++i) chars[i] = from[i];
    }
};

}  // namespace tigris
