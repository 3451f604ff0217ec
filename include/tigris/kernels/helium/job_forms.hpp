// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The forms that assembler with an end of its own has: either rounding, four codes or fewer.

#include <tigris/model/quantization.hpp>

/// RUN(TFLITE or NEAREST, FOUR or FEW), which `Rounds` and `IsWhole` choose.
// clang-format off
#define TIGRIS_CHOOSE_FORM(RUN)                                 \
    if constexpr (IsWhole && Rounds == rounding::tflite) {      \
        RUN(TFLITE, FOUR);                                      \
    } else if constexpr (IsWhole) {                             \
        RUN(NEAREST, FOUR);                                     \
    } else if constexpr (Rounds == rounding::tflite) {          \
        RUN(TFLITE, FEW);                                       \
    } else {                                                    \
        RUN(NEAREST, FEW);                                      \
    }
// clang-format on
