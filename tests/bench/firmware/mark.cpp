// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mark.hpp"

extern "C" {

const char tigris_bench_start = 0;
const char tigris_bench_stop = 0;
const char tigris_bench_leave = 0;

}  // extern "C"

// In assembler, so that it has a size and no prologue.
asm(R"(
    .section .text.tigris_bench_mark, "ax"
    .global tigris_bench_mark
    .type tigris_bench_mark, %function
)"
#if defined(__arm__)
    R"(
    .thumb_func
tigris_bench_mark:
    ldrb r0, [r0]
    bx lr
)"
#elif defined(__aarch64__)
    R"(
tigris_bench_mark:
    ldrb w0, [x0]
    ret
)"
#else
    R"(
tigris_bench_mark:
    lbu a0, 0(a0)
    ret
)"
#endif
    R"(
    .size tigris_bench_mark, . - tigris_bench_mark
)");
