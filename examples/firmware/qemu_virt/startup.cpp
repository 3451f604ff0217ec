// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What runs before main() on a bare RISC-V, and what happens after it or instead of it. There is no
// C library: what compilers call of it is here.

#include "semihost.hpp"

namespace {

struct zero_range {
    char* first;
    uint32_t bytes;
};

using function = void (*)();

}  // namespace

extern "C" {

// Defined by sections.ld.
extern char __data_start[], __data_end[];
extern const char __data_image[];
extern const zero_range __zero_table_start[], __zero_table_end[];
extern const function __init_array_start[], __init_array_end[];

int application_main(int argc, char** argv) asm("main");

// Compilers would make these loops calls of themselves.
[[gnu::optimize("no-tree-loop-distribute-patterns")]] void* memcpy(void* to, const void* from,
                                                                   size_t bytes) {
    char* out = static_cast<char*>(to);
    const char* in = static_cast<const char*>(from);
    for (size_t i = 0; i < bytes; ++i) out[i] = in[i];
    return to;
}

[[gnu::optimize("no-tree-loop-distribute-patterns")]] void* memset(void* to, int byte,
                                                                   size_t bytes) {
    char* out = static_cast<char*>(to);
    for (size_t i = 0; i < bytes; ++i) out[i] = static_cast<char>(byte);
    return to;
}

[[gnu::optimize("no-tree-loop-distribute-patterns")]] size_t strlen(const char* text) {
    size_t length = 0;
    while (text[length] != 0) ++length;
    return length;
}

/// Ends with status 128 + cause.
[[noreturn, gnu::aligned(4)]] void fault() {
    uint32_t cause;
    asm volatile(".option arch, +zicsr\n csrr %0, mcause" : "=r"(cause));
    semihost::print_error("fault: cause ");
    semihost::print_error(semihost::digits(cause));
    semihost::print_error("\n");
    semihost::exit(128 + static_cast<int>(cause));
}

[[noreturn, gnu::used]] void start() {
    memcpy(__data_start, __data_image, static_cast<size_t>(__data_end - __data_start));
    for (const zero_range* range = __zero_table_start; range != __zero_table_end; ++range)
        memset(range->first, 0, range->bytes);
    for (const function* f = __init_array_start; f != __init_array_end; ++f) (*f)();
    semihost::exit(application_main(0, nullptr));
}

[[gnu::naked, gnu::section(".vectors"), gnu::used]] void reset() {
    asm volatile(
        ".option arch, +zicsr\n"
        "la sp, __stack_top\n"
        "la t0, fault\n"
        "csrw mtvec, t0\n"
        "j start");
}

}  // extern "C"
