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

// Words are taken from the last to the first, those of the pixels, too. The first round takes as
// many as are beside thirty-twos. r1: the end of the pixels that are left. r4 to r11: sums
// (block_assembler.hpp). s0 to s31: weights; loads and steps are entered so that the last one is
// that of s0. On the stack, from its top: the first weights that are held, the first of all, the
// first of the first round, where steps are entered, where loads are, where a block begins, what
// follows loads, and where the job's second scale is. Spelled out, because compilers count the
// lines to know how far branches reach.
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
    "vldr " s ", [r0, #" bytes "]\n"
#define TIGRIS_RUN_JOB                                                         \
    "ldm r0, {r1, r2, r4}\n"                                                   \
    "add r10, r0, #16\n"                                                       \
    "mov r7, #44\n"                                                            \
    "adr.w r6, 3f\n"                                                           \
    "mls r6, r1, r7, r6\n"                                                     \
    "orr r6, r6, #1\n"                                                         \
    "adr.w r7, 0f\n"                                                           \
    "sub r7, r7, r1, lsl #2\n"                                                 \
    "cmp r1, %[held]\n"                                                        \
    "it eq\n"                                                                  \
    "adreq.w r7, 7f\n"                                                         \
    "orr r7, r7, #1\n"                                                         \
    "sub r5, r2, r1\n"                                                         \
    "add r5, r4, r5, lsl #2\n"                                                 \
    "mov r3, r5\n"                                                             \
    "adr.w r8, 4f\n"                                                           \
    "orr r8, r8, #1\n"                                                         \
    "mov r9, r6\n"                                                             \
    "cmp r4, r5\n"                                                             \
    "bne 1f\n"                                                                 \
    "mov r8, r6\n"                                                             \
    "adr.w r9, 2f\n"                                                           \
    "orr r9, r9, #1\n"                                                         \
    "mov r0, r4\n"                                                             \
    "1:\n"                                                                     \
    "push {r3, r4, r5, r6, r7, r8, r9, r10}\n"                                 \
    "it eq\n"                                                                  \
    "bxeq r7\n"                                                                \
    "2:\n"                                                                     \
    "ldr r3, [sp, #28]\n"                                                      \
    "ldr r2, [r3, #-12]\n"                                                     \
    "ldr r4, [r3, #28]\n"                                                      \
    "ldr r1, [r3, #-4]\n"                                                      \
    "mov r5, r4\n"                                                             \
    "mov r6, r4\n"                                                             \
    "mov r7, r4\n"                                                             \
    "mov r8, r4\n"                                                             \
    "mov r9, r4\n"                                                             \
    "mov r10, r4\n"                                                            \
    "mov r11, r4\n"                                                            \
    "add r1, r1, r2, lsl #4\n"                                                 \
    "str r1, [r3, #-4]\n"                                                      \
    "ldr.w pc, [sp, #20]\n"                                                    \
    ".balign 4\n"                                                              \
    "4:\n"                                                                     \
    "ldr r0, [sp, #8]\n"                                                       \
    "str r0, [sp]\n"                                                           \
    "ldr.w pc, [sp, #16]\n"                                                    \
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
    "ldr.w pc, [sp, #24]\n"                                                    \
    "7:\n"                                                                     \
    "vldm r0, {s0-s31}\n"                                                      \
    "ldr.w pc, [sp, #24]\n"                                                    \
    "5:\n"                                                                     \
    "vldmdb r0!, {s0-s31}\n"                                                   \
    "str r0, [sp]\n"                                                           \
    "6:\n"                                                                     \
    TIGRIS_EIGHT_STEPS("s31", "s30", "s29", "s28", "s27", "s26", "s25", "s24") \
    TIGRIS_EIGHT_STEPS("s23", "s22", "s21", "s20", "s19", "s18", "s17", "s16") \
    TIGRIS_EIGHT_STEPS("s15", "s14", "s13", "s12", "s11", "s10", "s9", "s8")   \
    TIGRIS_EIGHT_STEPS("s7", "s6", "s5", "s4", "s3", "s2", "s1", "s0")         \
    "3:\n"                                                                     \
    ".if 3b - 6b - %c[held] * 44\n"                                            \
    ".error \"a step has another size\"\n"                                     \
    ".endif\n"                                                                 \
    "ldrd r0, r2, [sp]\n"                                                      \
    "cmp r0, r2\n"                                                             \
    "bne.w 5b\n"                                                               \
    "ldr r3, [sp, #28]\n"                                                      \
    TIGRIS_DSP_END_BLOCK                                                       \
    "bne.w 2b\n"                                                               \
    "add sp, sp, #32\n"
// clang-format on

/// Multiplies all blocks of a job, at least one; its pixels and its place are then those behind. In
/// line: a function of its own would save sixteen floating-point registers for each two outputs.
template <weight_order Order, short_rescaling By, bool Compact, bool Sums = false>
    requires(holds_weights<Order, Compact>)
[[gnu::always_inline]] inline void run_job(block_job<true>& job) {
    register block_job<true>* at asm("r0") = &job;
    asm volatile(
        TIGRIS_RUN_JOB
        : "+r"(at)
        : [paired] "i"(1), [rescaling] "i"(int(By)), [sums] "i"(Sums), [held] "i"(held_words)
        : "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "lr", "s0",
          "s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "s12", "s13", "s14",
          "s15", "s16", "s17", "s18", "s19", "s20", "s21", "s22", "s23", "s24", "s25", "s26", "s27",
          "s28", "s29", "s30", "s31", "cc", "memory");
}

#undef TIGRIS_RUN_JOB
#undef TIGRIS_LOAD
#undef TIGRIS_EIGHT_STEPS
#undef TIGRIS_STEP

}  // namespace tigris::kernels::arm_dsp_kernels

#endif
