// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// How floats are multiplied and added up in registers.

#include <tigris/kernels/arm_dsp/instructions.hpp>

#if TIGRIS_HAS_ALL_REGISTERS && defined(__ARM_FP) && (__ARM_FP & 4)
#define TIGRIS_DSP_MULTIPLIES_FLOATS 1
#else
#define TIGRIS_DSP_MULTIPLIES_FLOATS 0
#endif

/// Cortex-M4 and M33 take three cycles for VFMA, and one each for VMUL and VADD. Cortex-M7, which
/// knows doubles, takes one for VFMA.
#if defined(__ARM_FP) && (__ARM_FP & 8)
#define TIGRIS_DSP_FUSES 1
#else
#define TIGRIS_DSP_FUSES 0
#endif

// Four products of x with the weights a, b, c, d, or of each with weights of its own, added to four
// sums; the bias of four sums in s16 to s19.
// clang-format off
#if TIGRIS_DSP_FUSES
#define TIGRIS_DSP_ADD_FOUR(s0, s1, s2, s3, a, b, c, d, x)                         \
    "vfma.f32 " s0 ", " a ", " x "\n" "vfma.f32 " s1 ", " b ", " x "\n"          \
    "vfma.f32 " s2 ", " c ", " x "\n" "vfma.f32 " s3 ", " d ", " x "\n"
#else
#define TIGRIS_DSP_ADD_FOUR(s0, s1, s2, s3, a, b, c, d, x)                         \
    "vmul.f32 s28, " a ", " x "\n" "vmul.f32 s29, " b ", " x "\n"                \
    "vmul.f32 s30, " c ", " x "\n" "vmul.f32 s31, " d ", " x "\n"                \
    "vadd.f32 " s0 ", " s0 ", s28\n" "vadd.f32 " s1 ", " s1 ", s29\n"            \
    "vadd.f32 " s2 ", " s2 ", s30\n" "vadd.f32 " s3 ", " s3 ", s31\n"
#endif
#define TIGRIS_DSP_ADD_BIAS(s0, s1, s2, s3)                                        \
    "vadd.f32 " s0 ", " s0 ", s16\n" "vadd.f32 " s1 ", " s1 ", s17\n"              \
    "vadd.f32 " s2 ", " s2 ", s18\n" "vadd.f32 " s3 ", " s3 ", s19\n"
// clang-format on

#define TIGRIS_DSP_FLOAT_REGISTERS                                                                 \
    "s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "s12", "s13", "s14", \
        "s15", "s16", "s17", "s18", "s19", "s20", "s21", "s22", "s23", "s24", "s25", "s26", "s27", \
        "s28", "s29", "s30", "s31", "cc", "memory"
