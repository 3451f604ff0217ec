// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What docs/how_to/two_cores.md calls of the Pico SDK. Addresses have the width of this machine's.

#include <stdint.h>

extern "C" {
void multicore_launch_core1(void (*entry)(void));
void multicore_fifo_push_blocking(uintptr_t data);
uintptr_t multicore_fifo_pop_blocking(void);
}
