// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// As multiply_fours.hpp, with weights in pairs that floating-point registers hold: 32 words at a
// time, or all of them for all blocks of a job. A Cortex-M4 takes one cycle to move a word from
// there, two to load it, and the weights' address takes no register.

#include <tigris/kernels/arm_dsp/conv/block_assembler.hpp>
#include <tigris/kernels/arm_dsp/conv/block_job.hpp>
#include <tigris/kernels/arm_dsp/conv/shape.hpp>

#if TIGRIS_HAS_FLOAT_REGISTERS

namespace tigris::kernels::arm_dsp_kernels {

// Words are taken from the last to the first, those of the pixels, too. r1: the end of the pixels
// that are left. r4 to r11: sums (block_assembler.hpp). s0 to s31: weights; steps are entered so
// that the last one takes s0. On the stack, from its top: where the job's second scale is, where
// steps are entered for less than 32 words, where weights begin, where a block begins, and how many
// words are left. Spelled out, because compilers count the lines to know how far branches reach.
// clang-format off
#define TIGRIS_STEP(s)               \
    "vmov r3, " s "\n"               \
    "ldmdb r1!, {r0, r2, r12, lr}\n" \
    "smlad r8, r3, r0, r8\n"         \
    "smlad r9, r3, r2, r9\n"         \
    "smlad r10, r3, r12, r10\n"      \
    "smlad r11, r3, lr, r11\n"       \
    "sxtb16 r3, r3\n"                \
    "smlad r4, r3, r0, r4\n"         \
    "smlad r5, r3, r2, r5\n"         \
    "smlad r6, r3, r12, r6\n"        \
    "smlad r7, r3, lr, r7\n"
#define TIGRIS_EIGHT_STEPS(a, b, c, d, e, f, g, h)              \
    TIGRIS_STEP(a) TIGRIS_STEP(b) TIGRIS_STEP(c) TIGRIS_STEP(d) \
    TIGRIS_STEP(e) TIGRIS_STEP(f) TIGRIS_STEP(g) TIGRIS_STEP(h)
#define TIGRIS_LOAD(s, bytes) \
    "vldr " s ", [r3, #" bytes "]\n"
#define TIGRIS_RUN_JOB                                                         \
    "ldm r0, {r1, r2, r3}\n"                                                   \
    "sub r4, r2, #1\n"                                                         \
    "and r4, r4, #31\n"                                                        \
    "add r4, r4, #1\n"                                                         \
    "adr.w r5, 3f\n"                                                           \
    "mov r6, #44\n"                                                            \
    "mls r5, r4, r6, r5\n"                                                     \
    "orr r5, r5, #1\n"                                                         \
    "mov r6, r3\n"                                                             \
    "adr.w r7, 5f\n"                                                           \
    "orr r7, r7, #1\n"                                                         \
    "mov r8, #0\n"                                                             \
    "cmp r2, %[held]\n"                                                        \
    "bhi 1f\n"                                                                 \
    "mov r7, r5\n"                                                             \
    "adr.w r9, 0f\n"                                                           \
    "sub r9, r9, r4, lsl #2\n"                                                 \
    "orr r9, r9, #1\n"                                                         \
    "bx r9\n"                                                                  \
    TIGRIS_LOAD("s31", "124")                                                  \
    TIGRIS_LOAD("s30", "120")                                                  \
    TIGRIS_LOAD("s29", "116")                                                  \
    TIGRIS_LOAD("s28", "112")                                                  \
    TIGRIS_LOAD("s27", "108")                                                  \
    TIGRIS_LOAD("s26", "104")                                                  \
    TIGRIS_LOAD("s25", "100")                                                  \
    TIGRIS_LOAD("s24", "96")                                                   \
    TIGRIS_LOAD("s23", "92")                                                   \
    TIGRIS_LOAD("s22", "88")                                                   \
    TIGRIS_LOAD("s21", "84")                                                   \
    TIGRIS_LOAD("s20", "80")                                                   \
    TIGRIS_LOAD("s19", "76")                                                   \
    TIGRIS_LOAD("s18", "72")                                                   \
    TIGRIS_LOAD("s17", "68")                                                   \
    TIGRIS_LOAD("s16", "64")                                                   \
    TIGRIS_LOAD("s15", "60")                                                   \
    TIGRIS_LOAD("s14", "56")                                                   \
    TIGRIS_LOAD("s13", "52")                                                   \
    TIGRIS_LOAD("s12", "48")                                                   \
    TIGRIS_LOAD("s11", "44")                                                   \
    TIGRIS_LOAD("s10", "40")                                                   \
    TIGRIS_LOAD("s9", "36")                                                    \
    TIGRIS_LOAD("s8", "32")                                                    \
    TIGRIS_LOAD("s7", "28")                                                    \
    TIGRIS_LOAD("s6", "24")                                                    \
    TIGRIS_LOAD("s5", "20")                                                    \
    TIGRIS_LOAD("s4", "16")                                                    \
    TIGRIS_LOAD("s3", "12")                                                    \
    TIGRIS_LOAD("s2", "8")                                                     \
    TIGRIS_LOAD("s1", "4")                                                     \
    TIGRIS_LOAD("s0", "0")                                                     \
    "0:\n"                                                                     \
    "1:\n"                                                                     \
    "add r4, r0, #48\n"                                                        \
    "push {r4, r5, r6, r7, r8}\n"                                              \
    "2:\n"                                                                     \
    "ldr r3, [sp]\n"                                                           \
    "ldr r2, [r3, #-44]\n"                                                     \
    "ldmdb r3, {r0, r1, r4, r5, r6, r7, r8, r9, r10, r11}\n"                   \
    "add r1, r1, r2, lsl #4\n"                                                 \
    "str r1, [r3, #-36]\n"                                                     \
    "ldr.w pc, [sp, #12]\n"                                                    \
    "4:\n"                                                                     \
    "mov r3, #0\n"                                                             \
    "str r3, [sp, #16]\n"                                                      \
    "vldm r0, {s0-s31}\n"                                                      \
    "ldr.w pc, [sp, #4]\n"                                                     \
    ".balign 4\n"                                                              \
    "5:\n"                                                                     \
    "ldr r0, [sp, #8]\n"                                                       \
    "subs r2, r2, %[held]\n"                                                   \
    "ble 4b\n"                                                                 \
    "str r2, [sp, #16]\n"                                                      \
    "add r0, r0, r2, lsl #2\n"                                                 \
    "vldm r0, {s0-s31}\n"                                                      \
    "6:\n"                                                                     \
    TIGRIS_EIGHT_STEPS("s31", "s30", "s29", "s28", "s27", "s26", "s25", "s24") \
    TIGRIS_EIGHT_STEPS("s23", "s22", "s21", "s20", "s19", "s18", "s17", "s16") \
    TIGRIS_EIGHT_STEPS("s15", "s14", "s13", "s12", "s11", "s10", "s9", "s8")   \
    TIGRIS_EIGHT_STEPS("s7", "s6", "s5", "s4", "s3", "s2", "s1", "s0")         \
    "3:\n"                                                                     \
    ".if 3b - 6b - %c[held] * 44\n"                                            \
    ".error \"a step has another size\"\n"                                     \
    ".endif\n"                                                                 \
    "ldr r2, [sp, #16]\n"                                                      \
    "cmp r2, #0\n"                                                             \
    "bne.w 5b\n"                                                               \
    "ldr r3, [sp]\n"                                                           \
    TIGRIS_DSP_END_BLOCK                                                       \
    "bne.w 2b\n"                                                               \
    "add sp, sp, #20\n"
// clang-format on

/// Multiplies all blocks of a job, at least one; its pixels and its place are then those behind.
template <weight_order Order, rounding Rounds, bool Compact, bool Sums = false>
    requires(holds_weights<Order, Compact>)
[[gnu::noinline]] inline void run_job(block_job& job) {
    register block_job* at asm("r0") = &job;
    asm volatile(TIGRIS_RUN_JOB
                 : "+r"(at)
                 : [paired] "i"(1), [nearest] "i"(Rounds == rounding::nearest), [sums] "i"(Sums),
                   [held] "i"(held_words)
                 : "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "lr",
                   "s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "s12",
                   "s13", "s14", "s15", "s16", "s17", "s18", "s19", "s20", "s21", "s22", "s23",
                   "s24", "s25", "s26", "s27", "s28", "s29", "s30", "s31", "cc", "memory");
}

#undef TIGRIS_RUN_JOB
#undef TIGRIS_LOAD
#undef TIGRIS_EIGHT_STEPS
#undef TIGRIS_STEP

}  // namespace tigris::kernels::arm_dsp_kernels

#endif
