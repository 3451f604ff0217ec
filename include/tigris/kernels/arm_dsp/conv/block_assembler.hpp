// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// How the assembler of run_job() ends a block of four windows: eight sums become codes.

#include <tigris/kernels/arm_dsp/rescale_assembler.hpp>

#if TIGRIS_HAS_ALL_REGISTERS

// clang-format off
/// The second output's sum; of weights in pairs it is the 256th of what both have more than the
/// first, and its bias.
#define TIGRIS_DSP_TAKE_OUT(second, first)      \
    ".if %c[paired]\n"                          \
    "sub " second ", " second ", " first "\n"   \
    "add " second ", r12, " second ", asr #8\n" \
    ".endif\n"
#define TIGRIS_DSP_RESCALE_BY(sum) TIGRIS_DSP_RESCALE(sum, "r0", "r1", "r2")
/// r4 to r7: sums of the first output, r8 to r11: of the second, or of both in one number. r3: where the
/// job's second scale is, and at last where its step is. The first output is written last: it is the
/// second's place, too, where there is no second.
#define TIGRIS_DSP_END_BLOCK                                          \
    "ldm r3!, {r0, r1, r2, r12}\n"                                    \
    TIGRIS_DSP_TAKE_OUT("r8", "r4") TIGRIS_DSP_TAKE_OUT("r9", "r5")   \
    TIGRIS_DSP_TAKE_OUT("r10", "r6") TIGRIS_DSP_TAKE_OUT("r11", "r7") \
    TIGRIS_DSP_RESCALE_BY("r8") TIGRIS_DSP_RESCALE_BY("r9")           \
    TIGRIS_DSP_RESCALE_BY("r10") TIGRIS_DSP_RESCALE_BY("r11")         \
    "ldm r3!, {r0, r1, r2, r12}\n"                                    \
    TIGRIS_DSP_RESCALE_BY("r4") TIGRIS_DSP_RESCALE_BY("r5")           \
    TIGRIS_DSP_RESCALE_BY("r6") TIGRIS_DSP_RESCALE_BY("r7")           \
    "ldm r3, {r0, r1, r2, r12}\n"                                     \
    "add r1, r2, r1\n"                                                \
    "add lr, r0, r0, lsl #1\n"                                        \
    "strb r8, [r1]\n"                                                 \
    "strb r9, [r1, r0]\n"                                             \
    "strb r10, [r1, r0, lsl #1]\n"                                    \
    "strb r11, [r1, lr]\n"                                            \
    "strb r4, [r2]\n"                                                 \
    "strb r5, [r2, r0]\n"                                             \
    "strb r6, [r2, r0, lsl #1]\n"                                     \
    "strb r7, [r2, lr]\n"                                             \
    "add r2, r2, r0, lsl #2\n"                                        \
    "subs r12, r12, #1\n"                                             \
    "strd r2, r12, [r3, #8]\n"
// clang-format on

#endif
