// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The assembler that inner loops share: a sum to a code, as finish_short() (channel_scale.hpp).

#include <tigris/kernels/arm_dsp/channel_scale.hpp>

#if TIGRIS_HAS_ALL_REGISTERS

/// Operand [rescaling] of the statement is the number of a short_rescaling.
// clang-format off
#define TIGRIS_DSP_RESCALE(sum, multiplier, constant, right) \
    ".if %c[rescaling] == 0\n"                               \
    "smmla " sum ", " sum ", " multiplier ", " constant "\n" \
    "asr " sum ", " sum ", " right "\n"                      \
    ".else\n"                                                \
    "smmlar " sum ", " sum ", " multiplier ", " sum "\n"     \
    ".if %c[rescaling] == 1\n"                               \
    "add " sum ", " sum ", " sum ", asr #31\n"               \
    ".endif\n"                                               \
    "smmlsr " sum ", " sum ", " right ", " constant "\n"     \
    ".endif\n"                                               \
    "ssat " sum ", #8, " sum "\n"
// clang-format on

#endif
