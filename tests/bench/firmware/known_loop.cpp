// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop whose instructions are known, which the host must find: 2 * rounds + 4 between the marks
// (the return from the mark is the mark's own), and rounds more with one more in each round.

#include "mark.hpp"

#include <semihost.hpp>

#if defined(__arm__)
#define PREPARE(rounds)             \
    ".syntax unified\n"             \
    "push {r4, lr}\n"               \
    "ldr r4, =" #rounds             \
    "\n"                            \
    "ldr r0, =tigris_bench_start\n" \
    "bl tigris_bench_mark\n"
#define LOOP(more)  \
    "1:\n" more     \
    "subs r4, #1\n" \
    "bne 1b\n"
// Of these, nop, nop, ldr and bl are counted.
#define FINISH                     \
    "nop\n"                        \
    "nop\n"                        \
    "ldr r0, =tigris_bench_stop\n" \
    "bl tigris_bench_mark\n"       \
    "pop {r4, pc}\n"               \
    ".ltorg\n"
#elif defined(__aarch64__)
#define PREPARE(rounds)                      \
    "stp x19, x30, [sp, #-16]!\n"            \
    "mov x19, #" #rounds                     \
    "\n"                                     \
    "adrp x0, tigris_bench_start\n"          \
    "add x0, x0, :lo12:tigris_bench_start\n" \
    "bl tigris_bench_mark\n"
#define LOOP(more)        \
    "1:\n" more           \
    "subs x19, x19, #1\n" \
    "b.ne 1b\n"
// Of these, nop, adrp, add and bl are counted.
#define FINISH                              \
    "nop\n"                                 \
    "adrp x0, tigris_bench_stop\n"          \
    "add x0, x0, :lo12:tigris_bench_stop\n" \
    "bl tigris_bench_mark\n"                \
    "ldp x19, x30, [sp], #16\n"             \
    "ret\n"
#else
#define PREPARE(rounds)           \
    ".option push\n"              \
    ".option norelax\n"           \
    "addi sp, sp, -16\n"          \
    "sw ra, 0(sp)\n"              \
    "sw s0, 4(sp)\n"              \
    "li s0, " #rounds             \
    "\n"                          \
    "la a0, tigris_bench_start\n" \
    "jal tigris_bench_mark\n"
#define LOOP(more)      \
    "1:\n" more         \
    "addi s0, s0, -1\n" \
    "bnez s0, 1b\n"
// Of these, nop, la (two instructions) and jal are counted.
#define FINISH                   \
    "nop\n"                      \
    "la a0, tigris_bench_stop\n" \
    "jal tigris_bench_mark\n"    \
    "lw ra, 0(sp)\n"             \
    "lw s0, 4(sp)\n"             \
    "addi sp, sp, 16\n"          \
    "ret\n"                      \
    ".option pop\n"
#endif

// Compilers know no functions without a prologue for every core.
#if defined(__arm__)
#define FUNCTION(name, body) \
    asm(".thumb\n.thumb_func\n.global " name "\n.type " name ", %function\n" name ":\n" body);
#else
#define FUNCTION(name, body) asm(".global " name "\n" name ":\n" body);
#endif

extern "C" void known_loop();
extern "C" void longer_loop();

FUNCTION("known_loop", PREPARE(1000) LOOP("") FINISH)
FUNCTION("longer_loop", PREPARE(1000) LOOP("nop\n") FINISH)

int main() {
    known_loop();
    longer_loop();
    return 0;
}
