// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Text to the UART of the boards that QEMU emulates. On other boards it goes nowhere: put your
// vendor's driver into put(). TIGRIS_UART is the driver's name.

#include <stddef.h>
#include <stdint.h>

#define TIGRIS_UART_none 0
#define TIGRIS_UART_cmsdk 1
#define TIGRIS_UART_stm32f4 2
#define TIGRIS_UART_ns16550 3
#define TIGRIS_UART_JOINED(name) TIGRIS_UART_##name
#define TIGRIS_UART_NUMBER(name) TIGRIS_UART_JOINED(name)
#define TIGRIS_HAS_UART(name) (TIGRIS_UART_NUMBER(TIGRIS_UART) == TIGRIS_UART_##name)

namespace uart {

inline volatile uint32_t& word(uintptr_t address) {
    return *reinterpret_cast<volatile uint32_t*>(address);
}

#if TIGRIS_HAS_UART(cmsdk)

// Source: Arm, Cortex-M System Design Kit, "APB UART". TIGRIS_UART_ADDRESS is that of the board.
inline void begin() {
    word(TIGRIS_UART_ADDRESS + 0x10) = 217;  // clock / baud: 25 MHz, 115 200
    word(TIGRIS_UART_ADDRESS + 0x08) = 1;    // transmit
}
inline void put(char c) {
    while (word(TIGRIS_UART_ADDRESS + 0x04) & 1) {
    }  // full
    word(TIGRIS_UART_ADDRESS) = static_cast<uint8_t>(c);
}

#elif TIGRIS_HAS_UART(stm32f4)

// USART1 at PA9. Source: ST, RM0090, "USART", "GPIO", "RCC".
inline void begin() {
    constexpr uintptr_t rcc = 0x40023800, port_a = 0x40020000, usart1 = 0x40011000;
    word(rcc + 0x30) = word(rcc + 0x30) | 1;             // clock of port A
    word(rcc + 0x44) = word(rcc + 0x44) | 1 << 4;        // clock of USART1
    word(port_a + 0x24) = word(port_a + 0x24) | 7 << 4;  // PA9 is of the USART
    word(port_a) = (word(port_a) & ~(3u << 18)) | 2u << 18;
    word(usart1 + 0x08) = 139;               // clock / baud: 16 MHz after reset, 115 200
    word(usart1 + 0x0C) = 1 << 13 | 1 << 3;  // enable, transmit
}
inline void put(char c) {
    while (!(word(0x40011000) & 1 << 7)) {
    }  // not empty
    word(0x40011004) = static_cast<uint8_t>(c);
}

#elif TIGRIS_HAS_UART(ns16550)

// Source: National Semiconductor, NS16550 data sheet. QEMU's needs no rate.
inline volatile uint8_t& byte(uintptr_t address) {
    return *reinterpret_cast<volatile uint8_t*>(address);
}
inline void begin() {}
inline void put(char c) {
    while (!(byte(TIGRIS_UART_ADDRESS + 5) & 1 << 5)) {
    }  // not empty
    byte(TIGRIS_UART_ADDRESS) = static_cast<uint8_t>(c);
}

#else

inline void begin() {}
inline void put(char) {}

#endif

inline void write(const char* text, size_t bytes) {
    static bool has_begun = false;
    if (!has_begun) begin();
    has_begun = true;
    for (size_t i = 0; i < bytes; ++i) put(text[i]);
}

inline void write(const char* text) { write(text, __builtin_strlen(text)); }

}  // namespace uart
