// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The processor's counter of cycles. It wraps after 2^32; differences of uint32_t are right up to
// then. QEMU counts no cycles: DWT's reads zero there, SysTick's and RISC-V's follow the time of
// the host.

#include <stdint.h>

namespace cycles {

#if defined(__riscv)

inline void begin() {}
inline uint32_t now() {
    uint32_t count;
    asm volatile(".option arch, +zicsr\n csrr %0, mcycle" : "=r"(count));
    return count;
}

#else

inline volatile uint32_t& word(uintptr_t address) {
    return *reinterpret_cast<volatile uint32_t*>(address);
}

#if defined(__ARM_ARCH_6M__)

/// SysTick, because this core has no DWT counter: 24 bits, wraps after 2^24.
inline void begin() {
    word(0xE000E014) = 0xFFFFFF;  // reload
    word(0xE000E018) = 0;
    word(0xE000E010) = 5;  // count the processor's clock
}
inline uint32_t now() { return 0xFFFFFF - word(0xE000E018); }

#else

/// Source: Arm, Architecture Reference Manuals, "The Data Watchpoint and Trace unit".
inline void begin() {
    word(0xE000EDFC) = word(0xE000EDFC) | 1 << 24;  // DEMCR.TRCENA
    word(0xE0001004) = 0;                           // DWT_CYCCNT
    word(0xE0001000) = word(0xE0001000) | 1;        // DWT_CTRL.CYCCNTENA
}
inline uint32_t now() { return word(0xE0001004); }

#endif
#endif

}  // namespace cycles
