// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A counter that runs while a model does: the processor's, and std::chrono's nanoseconds on a PC.

#if defined(__arm__) || defined(__riscv)
#include "../firmware/boards/cycles.hpp"
#else

#include <stdint.h>

#include <chrono>

namespace cycles {

inline void begin() {}
inline uint32_t now() {
    return uint32_t(std::chrono::steady_clock::now().time_since_epoch().count());
}
inline uint32_t between(uint32_t from, uint32_t to) { return to - from; }

}  // namespace cycles

#endif
