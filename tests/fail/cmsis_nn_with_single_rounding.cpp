// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WITH: libraries
// EXPECT: tigris: CMSIS-NN rounds differently with CMSIS_NN_USE_SINGLE_ROUNDING; compile without it
#define TIGRIS_HAS_CMSIS_NN
#define CMSIS_NN_USE_SINGLE_ROUNDING
#include <tigris/tigris.hpp>
