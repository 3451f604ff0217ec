// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WITH: libraries
// EXPECT: tigris: CMSIS-NN's buffers are sized for GCC and Clang; compile with one of them
#define TIGRIS_HAS_CMSIS_NN
#define __ARMCC_VERSION 6190004  // as armclang 6.19 says
#include <tigris/tigris.hpp>
