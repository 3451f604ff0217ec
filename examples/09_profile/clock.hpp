// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A counter that runs while a model does. Cortex-M: DWT's cycle counter; where there is none (M0+,
// QEMU) SysTick, which your operating system may need itself. Elsewhere: std::chrono.
// Source: Arm, "ARMv7-M Architecture Reference Manual", B3.3 (SysTick) and C1.8 (DWT).

#include <stdint.h>

#if defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M'

class counter {
public:
    counter() {
        at(0xE000EDFC) |= 1U << 24;  // DEMCR.TRCENA
        at(0xE0001000) |= 1;         // DWT_CTRL.CYCCNTENA
        at(0xE000E014) = mask;       // SYST_RVR
        at(0xE000E018) = 0;          // SYST_CVR
        at(0xE000E010) |= 5;         // SYST_CSR: on, the core's clock
        const uint32_t before = cycles();
        for (int i = 0; i < 100; ++i) asm volatile("nop");
        has_cycles_ = cycles() != before;
    }
    uint32_t now() const { return has_cycles_ ? cycles() : mask - at(0xE000E018); }
    /// Ticks from one reading to another; SysTick has 24 bits.
    uint32_t between(uint32_t from, uint32_t to) const {
        return has_cycles_ ? to - from : (to - from) & mask;
    }

private:
    static constexpr uint32_t mask = 0xFFFFFF;
    static volatile uint32_t& at(uintptr_t address) {
        return *reinterpret_cast<volatile uint32_t*>(address);
    }
    static uint32_t cycles() { return at(0xE0001004); }

    bool has_cycles_;
};

#else

#include <chrono>

/// Nanoseconds.
class counter {
public:
    uint32_t now() const {
        return uint32_t(std::chrono::steady_clock::now().time_since_epoch().count());
    }
    uint32_t between(uint32_t from, uint32_t to) const { return to - from; }
};

#endif
