// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The assembler that inner loops share: a sum to a code, as finish_short() (channel_scale.hpp).

#include <tigris/kernels/arm_dsp/channel_scale.hpp>

#if TIGRIS_HAS_ALL_REGISTERS

/// Operand [nearest] of the statement tells the rounding.
// clang-format off
#define TIGRIS_DSP_RESCALE(sum, multiplier, constant, right) \
    ".if %c[nearest]\n"                                      \
    "smmla " sum ", " sum ", " multiplier ", " constant "\n" \
    ".else\n"                                                \
    "smmlar " sum ", " sum ", " multiplier ", " sum "\n"     \
    "add " sum ", " sum ", " sum ", asr #31\n"               \
    "add " sum ", " sum ", " constant "\n"                   \
    ".endif\n"                                               \
    "asr " sum ", " sum ", " right "\n"                      \
    "ssat " sum ", #8, " sum "\n"
// clang-format on

#endif
