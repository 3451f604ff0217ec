// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Semihosting: text, files and exit status for firmware under QEMU or a debugger, without the C
// library's stdio or a heap. Source: Arm, "Semihosting for AArch32 and AArch64";
// RISC-V International, "RISC-V Semihosting".

#include <stddef.h>
#include <stdint.h>

namespace semihost {

enum class operation : int {
    open = 0x01,
    close = 0x02,
    write0 = 0x04,
    write = 0x05,
    read = 0x06,
    file_length = 0x0C,
    get_command_line = 0x15,
    exit_extended = 0x20,
};

#if defined(TIGRIS_UART)

}  // namespace semihost

#include <uart.hpp>

namespace semihost {

/// Without a debugger: text goes to the board's UART, files are not there, and the end is to wait.
inline intptr_t call(operation number, const void* parameters) {
    const intptr_t* given = static_cast<const intptr_t*>(parameters);
    if (number == operation::exit_extended)
        for (;;) asm volatile("wfi");
    if (number == operation::write0) uart::write(static_cast<const char*>(parameters));
    if (number == operation::open)
        return __builtin_strcmp(reinterpret_cast<const char*>(given[0]), ":tt") == 0 ? 1 : -1;
    if (number != operation::write) return -1;
    uart::write(reinterpret_cast<const char*>(given[1]), static_cast<size_t>(given[2]));
    return 0;
}

#else

inline intptr_t call(operation number, const void* parameters) {
#if defined(__riscv)
    register intptr_t a0 asm("a0") = static_cast<int>(number);
    register const void* a1 asm("a1") = parameters;
    asm volatile(
        ".balign 16\n"  // the three must not cross a page
        ".option push\n"
        ".option norvc\n"
        "slli zero, zero, 0x1f\n"
        "ebreak\n"
        "srai zero, zero, 7\n"
        ".option pop"
        : "+r"(a0)
        : "r"(a1)
        : "memory");
    return a0;
#elif defined(__aarch64__)
    register intptr_t x0 asm("x0") = static_cast<int>(number);
    register const void* x1 asm("x1") = parameters;
    asm volatile("hlt 0xf000" : "+r"(x0) : "r"(x1) : "memory");
    return x0;
#else
    register intptr_t r0 asm("r0") = static_cast<int>(number);
    register const void* r1 asm("r1") = parameters;
    asm volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
    return r0;
#endif
}

#endif

/// Ends the program; `status` becomes the exit status of QEMU, modulo 256.
[[noreturn]] inline void exit(int status) {
    constexpr intptr_t application_exit = 0x20026;
    const intptr_t parameters[] = {application_exit, status};
    for (;;) call(operation::exit_extended, parameters);
}

enum class mode : int { read = 1, write_text = 4, write = 5 };

/// A handle for what `path` names on the host, or -1.
inline intptr_t open(const char* path, mode how) {
    const intptr_t parameters[] = {reinterpret_cast<intptr_t>(path), static_cast<int>(how),
                                   static_cast<intptr_t>(__builtin_strlen(path))};
    return call(operation::open, parameters);
}

/// Prints to the host's standard output.
inline void print(const char* text) {
    static intptr_t output = 0;  // no handle is 0
    if (output == 0) output = open(":tt", mode::write_text);
    const intptr_t parameters[] = {output, reinterpret_cast<intptr_t>(text),
                                   static_cast<intptr_t>(__builtin_strlen(text))};
    call(operation::write, parameters);
}

/// Prints to the debugger's console: QEMU's standard error. Uses no memory but the stack.
inline void print_error(const char* text) { call(operation::write0, text); }

/// A number as text in base 2 to 16, with at least `least` digits (at most 32).
class digits {
public:
    explicit digits(uint32_t value, uint32_t base = 10, int least = 1) {
        for (; least > 0 || value != 0; --least, value /= base)
            *--first = "0123456789abcdef"[value % base];
    }
    digits(const digits&) = delete;
    digits& operator=(const digits&) = delete;

    operator const char*() const { return first; }

private:
    char text[33] = {};
    char* first = text + 32;
};

inline void print(int value) {
    const uint32_t bits = static_cast<uint32_t>(value);
    if (value < 0) print("-");
    print(digits(value < 0 ? 0 - bits : bits));
}

/// A file of the host, relative to the folder in which QEMU was started. Closed on destruction.
class file {
public:
    explicit file(const char* path, mode how = mode::read) : handle(open(path, how)) {}
    ~file() {
        if (is_open()) call(operation::close, &handle);
    }
    file(const file&) = delete;
    file& operator=(const file&) = delete;

    bool is_open() const { return handle != -1; }

    /// Length in bytes, or -1.
    intptr_t length() const { return call(operation::file_length, &handle); }

    /// Reads up to `bytes` bytes from where the last read ended; gives how many were read.
    size_t read(void* buffer, size_t bytes) {
        return transfer(operation::read, reinterpret_cast<intptr_t>(buffer), bytes);
    }

    /// Appends `bytes` bytes; gives how many were written.
    size_t write(const void* buffer, size_t bytes) {
        return transfer(operation::write, reinterpret_cast<intptr_t>(buffer), bytes);
    }

private:
    // The host answers with the number of bytes that it did not transfer.
    size_t transfer(operation number, intptr_t buffer, size_t bytes) {
        const intptr_t parameters[] = {handle, buffer, static_cast<intptr_t>(bytes)};
        return bytes - static_cast<size_t>(call(number, parameters));
    }

    intptr_t handle;
};

/// Reads a file's first `bytes` bytes into `buffer`; false if the file is missing or shorter.
inline bool read_file(const char* path, void* buffer, size_t bytes) {
    file source(path);
    return source.is_open() && source.read(buffer, bytes) == bytes;
}

/// The command line as one zero-terminated text: program and arguments, one space between.
/// False if it does not fit.
inline bool command_line(char* text, size_t bytes) {
    const intptr_t parameters[] = {reinterpret_cast<intptr_t>(text), static_cast<intptr_t>(bytes)};
    return call(operation::get_command_line, parameters) == 0;
}

}  // namespace semihost
