// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Working memory may begin anywhere; what kernels keep there is made of words.

#include <stdint.h>

namespace tigris::kernels {

/// The first aligned word of working memory, or double word where T is one: facts ask for three
/// more bytes, or seven.
template <class T>
[[gnu::always_inline]] inline T* first_word(void* scratch) {
    constexpr uintptr_t more = sizeof(T) == 8 ? 7 : 3;
    return reinterpret_cast<T*>((reinterpret_cast<uintptr_t>(scratch) + more) & ~more);
}

}  // namespace tigris::kernels
