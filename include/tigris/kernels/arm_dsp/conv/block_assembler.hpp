// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// How the assembler of run_job() ends a block of four windows: eight sums become codes, or are
// stored as they are, by operand [sums].

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
#define TIGRIS_DSP_RESCALE_FOUR(a, b, c, d)                 \
    ".if !%c[sums]\n"                                       \
    TIGRIS_DSP_RESCALE_BY(a) TIGRIS_DSP_RESCALE_BY(b)       \
    TIGRIS_DSP_RESCALE_BY(c) TIGRIS_DSP_RESCALE_BY(d)       \
    ".endif\n"
/// The results of four pixels, r0 bytes apart; lr is three times that.
#define TIGRIS_DSP_STORE_FOUR(store, a, b, c, d, to) \
    store " " a ", [" to "]\n"                       \
    store " " b ", [" to ", r0]\n"                   \
    store " " c ", [" to ", r0, lsl #1]\n"           \
    store " " d ", [" to ", lr]\n"
/// r4 to r7: sums of the first output, r8 to r11: of the second, or of both in one number. r3: where the
/// job's second scale is, and at last where its step is. The first output is written last: it is the
/// second's place, too, where there is no second.
#define TIGRIS_DSP_END_BLOCK                                          \
    "ldm r3!, {r0, r1, r2, r12}\n"                                    \
    TIGRIS_DSP_TAKE_OUT("r8", "r4") TIGRIS_DSP_TAKE_OUT("r9", "r5")   \
    TIGRIS_DSP_TAKE_OUT("r10", "r6") TIGRIS_DSP_TAKE_OUT("r11", "r7") \
    TIGRIS_DSP_RESCALE_FOUR("r8", "r9", "r10", "r11")                 \
    "ldm r3!, {r0, r1, r2, r12}\n"                                    \
    TIGRIS_DSP_RESCALE_FOUR("r4", "r5", "r6", "r7")                   \
    "ldm r3, {r0, r1, r2, r12}\n"                                     \
    "add r1, r2, r1\n"                                                \
    "add lr, r0, r0, lsl #1\n"                                        \
    ".if %c[sums]\n"                                                  \
    TIGRIS_DSP_STORE_FOUR("str", "r8", "r9", "r10", "r11", "r1")      \
    TIGRIS_DSP_STORE_FOUR("str", "r4", "r5", "r6", "r7", "r2")        \
    ".else\n"                                                         \
    TIGRIS_DSP_STORE_FOUR("strb", "r8", "r9", "r10", "r11", "r1")     \
    TIGRIS_DSP_STORE_FOUR("strb", "r4", "r5", "r6", "r7", "r2")       \
    ".endif\n"                                                        \
    "add r2, r2, r0, lsl #2\n"                                        \
    "subs r12, r12, #1\n"                                             \
    "strd r2, r12, [r3, #8]\n"
// clang-format on

#endif
