// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// How much stack a call needs, found out by painting it.

#include <stddef.h>
#include <stdint.h>

namespace stack {

inline constexpr size_t painted_words = 4096;
inline constexpr uint32_t paint = 0x5AFEC0DE;

[[gnu::always_inline]] inline uint32_t* stack_pointer() {
    uint32_t* top;
#if defined(__arm__) || defined(__aarch64__)
    asm volatile("mov %0, sp" : "=r"(top));
#else
    asm volatile("mv %0, sp" : "=r"(top));
#endif
    return top;
}

/// Inlined: it must not paint a frame of its own.
[[gnu::always_inline]] inline void paint_below(uint32_t* top) {
    for (size_t i = 1; i <= painted_words; ++i) {
        uint32_t* word = top - i;
        asm volatile("" : "+r"(word));
        *word = paint;
    }
}

/// Paints the stack below this function's frame, and calls `f`: the bytes that it used.
template <class F>
[[gnu::noinline]] size_t bytes_of(const F& f) {
    uint32_t* top = stack_pointer();
    paint_below(top);
    asm volatile("" ::: "memory");
    f();
    asm volatile("" ::: "memory");
    const uint32_t* deepest = top - painted_words;
    asm volatile("" : "+r"(deepest));
    while (deepest != top && *deepest == paint) ++deepest;
    return size_t(top - deepest) * sizeof(uint32_t);
}

}  // namespace stack
