// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What docs/how_to/two_cores.md calls of FreeRTOS, as ESP-IDF has it.

#include <stdint.h>

using BaseType_t = int;
using UBaseType_t = unsigned;
using TickType_t = uint32_t;
#define pdTRUE 1
#define portMAX_DELAY 0xffffffffu
