// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WITH: libraries
// EXPECT: tigris: ESP-NN was compiled with SKIP_NUDGE, which changes outputs; compile without it
#define TIGRIS_HAS_ESP_NN
#define SKIP_NUDGE
#include <tigris/tigris.hpp>
