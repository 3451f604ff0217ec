// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Windows, four at a time, times the weights of two output channels, to bytes or sums. Weights are
// read for each block of four.

#include <tigris/kernels/arm_dsp/conv/block_assembler.hpp>
#include <tigris/kernels/arm_dsp/conv/block_job.hpp>
#include <tigris/kernels/arm_dsp/conv/multiply_block.hpp>

namespace tigris::kernels::arm_dsp_kernels {

#if TIGRIS_HAS_ALL_REGISTERS

// r0, r1: weights and pixels. r4 to r11: sums (block_assembler.hpp). On the stack: where the job's
// second scale is, where the first round of the loop is entered, and the end of the weights.
// Spelled out, because compilers count the lines to know how far branches reach.
// clang-format off
#define TIGRIS_STEP             \
    ".if %c[paired]\n"          \
    "ldr r3, [r0], #4\n"        \
    "sxtb16 r2, r3\n"           \
    ".else\n"                   \
    "ldrd r2, r3, [r0], #8\n"   \
    ".endif\n"                  \
    "ldrd r12, lr, [r1], #8\n"  \
    "smlad r4, r2, r12, r4\n"   \
    "smlad r8, r3, r12, r8\n"   \
    "smlad r5, r2, lr, r5\n"    \
    "smlad r9, r3, lr, r9\n"    \
    "ldrd r12, lr, [r1], #8\n"  \
    "smlad r6, r2, r12, r6\n"   \
    "smlad r10, r3, r12, r10\n" \
    "smlad r7, r2, lr, r7\n"    \
    "smlad r11, r3, lr, r11\n"
#define TIGRIS_RUN_JOB                                        \
    "ldm r0, {r1, r2, r3}\n"                                  \
    "add r2, r3, r2, lsl #2\n"                                \
    ".if %c[compact]\n"                                       \
    "sub r1, r1, #1\n"                                        \
    "and r1, r1, #1\n"                                        \
    "add r1, r1, #1\n"                                        \
    ".endif\n"                                                \
    "adr.w r3, 3f\n"                                          \
    "mov lr, %[step_bytes]\n"                                 \
    "mls r1, r1, lr, r3\n"                                    \
    "orr r1, r1, #1\n"                                        \
    "add r0, r0, #48\n"                                       \
    "push {r0, r1, r2}\n"                                     \
    "1:\n"                                                    \
    "ldr r3, [sp]\n"                                          \
    "ldmdb r3, {r0, r1, r4, r5, r6, r7, r8, r9, r10, r11}\n"  \
    "ldr.w pc, [sp, #4]\n"                                    \
    ".balign 4\n"                                             \
    "2:\n"                                                    \
    ".if !%c[compact]\n"                                      \
    TIGRIS_STEP TIGRIS_STEP TIGRIS_STEP                       \
    TIGRIS_STEP TIGRIS_STEP TIGRIS_STEP                       \
    ".endif\n"                                                \
    TIGRIS_STEP TIGRIS_STEP                                   \
    "3:\n"                                                    \
    ".if 3b - 2b - %c[steps] * %c[step_bytes]\n"              \
    ".error \"a step has another size\"\n"                    \
    ".endif\n"                                                \
    "ldr r2, [sp, #8]\n"                                      \
    "cmp r0, r2\n"                                            \
    "bne 2b\n"                                                \
    "ldr r3, [sp]\n"                                          \
    "str r1, [r3, #-36]\n"                                    \
    TIGRIS_DSP_END_BLOCK                                      \
    "bne 1b\n"                                                \
    "add sp, sp, #12\n"
// clang-format on

/// Multiplies all blocks of a job, at least one; its pixels and its place are then those behind.
template <weight_order Order, short_rescaling By, bool Compact, bool Sums = false>
    requires(!holds_weights<Order, Compact>)
[[gnu::noinline]] inline void run_job(block_job<false>& job) {
    register block_job<false>* at asm("r0") = &job;
    asm volatile(TIGRIS_RUN_JOB
                 : "+r"(at)
                 : [paired] "i"(is_paired(Order)), [rescaling] "i"(int(By)), [sums] "i"(Sums),
                   [compact] "i"(Compact), [steps] "i"(Compact ? 2 : 8),
                   [step_bytes] "i"(is_paired(Order) ? 48 : 44)
                 : "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "lr",
                   "cc", "memory");
}

#undef TIGRIS_RUN_JOB
#undef TIGRIS_STEP

#else

template <weight_order Order, short_rescaling By, bool Compact, bool Sums = false>
inline void run_job(block_job<false>& job) {
    const channel_scale first = job.first, second = job.second;
    const int32_t pairs = pairs_of<Order>(job);
    for (; job.blocks > 0; --job.blocks, job.pixels += 4 * pairs) {
        const block_sums<4> sums =
            multiply<Order, 4>(job.weights, job.pixels, pairs, first.bias, second.bias);
        for (int n = 0; n < 4; ++n, job.out += job.step) {
            if constexpr (Sums) {
                store_sums(job.out, job.second_offset, sums.first[n], sums.second[n]);
                continue;
            }
            job.out[job.second_offset] = finish_short<By>(sums.second[n], second);
            *job.out = finish_short<By>(sums.first[n], first);
        }
    }
}

#endif

}  // namespace tigris::kernels::arm_dsp_kernels
