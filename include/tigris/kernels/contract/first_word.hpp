// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Aligns working memory. It may begin at any address, and kernels keep words there.

#include <stdint.h>

namespace tigris::kernels {

/// The first aligned word of working memory, or double word if T is one. So a kernel's facts ask
/// for 3 more bytes, or 7.
template <class T>
[[gnu::always_inline]] inline T* first_word(void* scratch) {
    constexpr uintptr_t more = sizeof(T) == 8 ? 7 : 3;
    return reinterpret_cast<T*>((reinterpret_cast<uintptr_t>(scratch) + more) & ~more);
}

}  // namespace tigris::kernels
