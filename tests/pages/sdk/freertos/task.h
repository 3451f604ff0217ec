// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What docs/how_to/two_cores.md calls of FreeRTOS, as ESP-IDF has it.

#include <freertos/FreeRTOS.h>

struct tskTaskControlBlock;
using TaskHandle_t = tskTaskControlBlock*;

extern "C" {
BaseType_t xTaskCreatePinnedToCore(void (*code)(void*), const char* name, uint32_t stack_depth,
                                   void* parameters, UBaseType_t priority, TaskHandle_t* created,
                                   BaseType_t core);
TaskHandle_t xTaskGetCurrentTaskHandle(void);
BaseType_t xTaskNotifyGive(TaskHandle_t task);
uint32_t ulTaskNotifyTake(BaseType_t clears, TickType_t ticks);
}
