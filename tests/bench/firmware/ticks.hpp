// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// SysTick, for machines whose QEMU takes no plugins: with -icount shift=0 it ticks once in 40
// instructions on the boards here.

#include <stdint.h>

namespace bench {

class tick_counter {
public:
#if defined(__arm__)
    void start() {
        reload() = 0xFFFFFF;
        current() = 0;
        control() = 5;  // enabled, from the processor's clock
        before = current();
    }
    void stop() { after = current(); }
#else
    void start() {}
    void stop() {}
#endif
    /// Modulo 2^24.
    uint32_t passed() const { return (before - after) & 0xFFFFFF; }

private:
    static volatile uint32_t& at(uintptr_t address) {
        return *reinterpret_cast<volatile uint32_t*>(address);
    }
    static volatile uint32_t& control() { return at(0xE000E010); }
    static volatile uint32_t& reload() { return at(0xE000E014); }
    static volatile uint32_t& current() { return at(0xE000E018); }

    uint32_t before = 0;
    uint32_t after = 0;
};

}  // namespace bench
