// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A backend's own copy of bytes, as a test writes it: the copy counts how often it is called.

#include <stdint.h>

#include <cstring>

namespace tigris::test {

struct counted_copies {
    static inline int calls = 0;

    static void bytes(int8_t* to, const int8_t* from, int32_t count) {
        ++calls;
        std::memcpy(to, from, std::size_t(count));
    }
};

}  // namespace tigris::test
