// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads and stores in two memories, as many as the host expects (on_board.py).

#include "mark.hpp"

#include <stdint.h>

namespace {

[[gnu::section(".bss.first")]] uint32_t first[8];
[[gnu::section(".bss.second")]] uint32_t second[8];

/// Reads 1 + 2 + 4 + 8 bytes of the first and writes 4 + 1; reads 4 of the second and writes 8 + 8.
[[gnu::always_inline]] inline void access_both() {
    asm volatile(
        "ldrb r2, [%0]\n"
        "ldrsh r2, [%0]\n"
        "ldr r2, [%0]\n"
        "ldrd r2, r3, [%0]\n"
        "str r2, [%0]\n"
        "strb r2, [%0]\n"
        "ldr r2, [%1]\n"
        "strd r2, r3, [%1]\n"
        "stm %1, {r2, r3}\n"
        :
        : "r"(first), "r"(second)
        : "r2", "r3", "memory");
}

}  // namespace

int main() {
    tigris_bench_mark(&tigris_bench_start);
    access_both();
    tigris_bench_mark(&tigris_bench_stop);
    return 0;
}
