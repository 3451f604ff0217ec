// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Working memory may begin anywhere; what kernels keep there is made of words.

#include <stdint.h>

namespace tigris::kernels {

/// The first aligned word of working memory: facts ask for three more bytes.
template <class T>
[[gnu::always_inline]] inline T* first_word(void* scratch) {
    return reinterpret_cast<T*>((reinterpret_cast<uintptr_t>(scratch) + 3) & ~uintptr_t(3));
}

}  // namespace tigris::kernels
