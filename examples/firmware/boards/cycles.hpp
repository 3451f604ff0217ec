// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The processor's counter. On Cortex-M it is DWT's counter of cycles; where that is missing or
// stands still (Cortex-M0+, QEMU), it is SysTick, which an operating system may need itself. On
// RISC-V it is mcycle. QEMU counts no cycles: its counters follow the time of the host, or with
// -icount the instructions.
// Source: Arm, Architecture Reference Manuals, "The Data Watchpoint and Trace unit", "SysTick".

#include <stdint.h>

namespace cycles {

#if defined(__riscv)

inline void begin() {}
inline uint32_t now() {
    uint32_t count;
    asm volatile(".option arch, +zicsr\n csrr %0, mcycle" : "=r"(count));
    return count;
}
/// From one reading to another, less than 2^32 later.
inline uint32_t between(uint32_t from, uint32_t to) { return to - from; }

#else

inline volatile uint32_t& word(uintptr_t address) {
    return *reinterpret_cast<volatile uint32_t*>(address);
}

inline constexpr uint32_t systick_mask = 0xFFFFFF;
inline bool has_dwt = false;

inline void begin_systick() {
    word(0xE000E014) = systick_mask;  // reload
    word(0xE000E018) = 0;
    word(0xE000E010) = 5;  // count the processor's clock
}

#if defined(__ARM_ARCH_6M__)

inline bool begin_dwt() { return false; }

#else

/// Whether it counts.
inline bool begin_dwt() {
    word(0xE000EDFC) = word(0xE000EDFC) | 1 << 24;  // DEMCR.TRCENA
    word(0xE0001004) = 0;                           // DWT_CYCCNT
    word(0xE0001000) = word(0xE0001000) | 1;        // DWT_CTRL.CYCCNTENA
    const uint32_t before = word(0xE0001004);
    for (int i = 0; i < 16; ++i) asm volatile("nop");
    return word(0xE0001004) != before;
}

#endif

inline void begin() {
    has_dwt = begin_dwt();
    if (!has_dwt) begin_systick();
}
inline uint32_t now() { return has_dwt ? word(0xE0001004) : systick_mask - word(0xE000E018); }
/// From one reading to another, less than 2^24 later: SysTick has 24 bits.
inline uint32_t between(uint32_t from, uint32_t to) {
    return has_dwt ? to - from : (to - from) & systick_mask;
}

#endif

}  // namespace cycles
