// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Neighboring bytes moved by words, for cores that read and write words at any address.

#include <stdint.h>

namespace tigris::kernels {

#if defined(__thumb2__) && defined(__ARM_FEATURE_UNALIGNED) && defined(__OPTIMIZE__)

/// `count` bytes, first to last: `to` may lie before `from` in the same memory.
[[gnu::always_inline]] inline void copy_by_words(int8_t* to, const int8_t* from, int32_t count) {
    asm volatile(
        "orr r3, %[to], %[from]\n"
        "lsls r3, r3, #30\n"
        "bne 3f\n"
        "subs %[count], #16\n"
        "blt 2f\n"
        "1:\n"
        "ldm %[from]!, {r3, r4, r5, r6}\n"
        "stm %[to]!, {r3, r4, r5, r6}\n"
        "subs %[count], #16\n"
        "bge 1b\n"
        "2:\n"
        "adds %[count], #16\n"
        "beq 6f\n"
        "3:\n"
        "subs %[count], #8\n"
        "blt 5f\n"
        "4:\n"
        "ldr r3, [%[from]], #4\n"
        "ldr r4, [%[from]], #4\n"
        "str r3, [%[to]], #4\n"
        "str r4, [%[to]], #4\n"
        "subs %[count], #8\n"
        "bge 4b\n"
        "5:\n"
        "lsls r4, %[count], #30\n"  // of what is left, four to the carry and two to the sign
        "itt cs\n"
        "ldrcs r3, [%[from]], #4\n"
        "strcs r3, [%[to]], #4\n"
        "itt mi\n"
        "ldrhmi r3, [%[from]], #2\n"
        "strhmi r3, [%[to]], #2\n"
        "lsls r4, %[count], #31\n"
        "itt mi\n"
        "ldrbmi r3, [%[from]]\n"
        "strbmi r3, [%[to]]\n"
        "6:\n"
        : [to] "+&r"(to), [from] "+&r"(from), [count] "+&r"(count)
        :
        : "r3", "r4", "r5", "r6", "cc", "memory");
}

#else

[[gnu::always_inline]] inline void copy_by_words(int8_t* to, const int8_t* from, int32_t count) {
    for (; count >= 4; count -= 4, to += 4, from += 4) {
        uint32_t word;
        __builtin_memcpy(&word, from, sizeof word);
        __builtin_memcpy(to, &word, sizeof word);
    }
    for (; count > 0; --count) *to++ = *from++;
}

#endif

}  // namespace tigris::kernels
