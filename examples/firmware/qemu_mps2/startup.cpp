// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What runs before main() on a Cortex-M, and what happens after it or instead of it.

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
extern char __stack_top[];
extern char __data_start[], __data_end[];
extern const char __data_image[];
extern const zero_range __zero_table_start[], __zero_table_end[];
extern const function __init_array_start[], __init_array_end[];

// Present only in programs that link the C library's stdio (STDIO in tigris_add_qemu_firmware).
[[gnu::weak]] void initialise_monitor_handles();
[[gnu::weak, noreturn]] void exit(int status);

int application_main(int argc, char** argv) asm("main");

// Static objects live until the board loses power: their destructors are not kept.
void* __dso_handle = nullptr;
int __aeabi_atexit(void*, void (*)(void*), void*) { return 0; }
void _fini() {}

[[noreturn]] void _exit(int status) { semihost::exit(status); }

}  // extern "C"

namespace {

[[maybe_unused]] void set_bits(uintptr_t address, uint32_t bits) {
    volatile uint32_t& control = *reinterpret_cast<volatile uint32_t*>(address);
    control = control | bits;
    asm volatile("dsb\n isb" ::: "memory");
}

void enable_coprocessors() {
#if defined(__ARM_FP) || defined(__ARM_FEATURE_MVE)
    set_bits(0xE000ED88, 0xF << 20);  // CPACR: full access to CP10 and CP11
#endif
#if defined(__ARM_FEATURE_MVE)
    set_bits(0xE000ED14, 1 << 19);  // CCR.LOB: low-overhead loops
#endif
}

void initialize_memory() {
    __builtin_memcpy(__data_start, __data_image, static_cast<size_t>(__data_end - __data_start));
    for (const zero_range* range = __zero_table_start; range != __zero_table_end; ++range)
        __builtin_memset(range->first, 0, range->bytes);
}

void construct_static_objects() {
    for (const function* f = __init_array_start; f != __init_array_end; ++f) (*f)();
}

struct arguments {
    int count = 0;
    char* values[17] = {};
    char text[256];
};

// Splits at spaces: semihosting hands over one line.
void read_arguments(arguments& result) {
    if (!semihost::command_line(result.text, sizeof(result.text))) return;
    char* c = result.text;
    while (*c != '\0' && result.count < 16) {
        result.values[result.count++] = c;
        while (*c != '\0' && *c != ' ') ++c;
        if (*c == ' ') *c++ = '\0';
    }
}

// Apart from reset(), so that no prologue of its own saves floating-point registers too early.
[[noreturn, gnu::noinline]] void start() {
    initialize_memory();
    if (initialise_monitor_handles) initialise_monitor_handles();
    construct_static_objects();
    arguments command_line;
    read_arguments(command_line);
    const int status = application_main(command_line.count, command_line.values);
    if (exit) exit(status);
    semihost::exit(status);
}

}  // namespace

extern "C" {

[[noreturn]] void reset() {
    enable_coprocessors();
    start();
}

/// Prints the exception's number and the interrupted address; ends with status 128 + number.
[[noreturn, gnu::used]] void report_fault(const uint32_t* frame) {
    uint32_t exception;
    asm volatile("mrs %0, ipsr" : "=r"(exception));
    semihost::print_error("fault: exception ");
    semihost::print_error(semihost::digits(exception));
    semihost::print_error(" at 0x");
    semihost::print_error(semihost::digits(frame[6], 16, 8));
    semihost::print_error("\n");
    semihost::exit(128 + static_cast<int>(exception));
}

[[gnu::naked]] void fault() { asm volatile("mrs r0, msp\n bl report_fault"); }

}  // extern "C"

namespace {

struct vector_table {
    char* stack;
    function handlers[15];
};

[[gnu::section(".vectors"), gnu::used]] const vector_table vectors = {
    __stack_top,
    {reset, fault, fault, fault, fault, fault, fault, fault, fault, fault, fault, fault, fault,
     fault, fault}};

}  // namespace
