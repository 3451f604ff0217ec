// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What newlib's or picolibc's stdio asks of a board: text goes to the UART.

#include <uart.hpp>

#include <stdio.h>

#if defined(__PICOLIBC__)

static int put(char c, FILE*) {
    uart::write(&c, 1);
    return c;
}
static FILE uart_file = FDEV_SETUP_STREAM(put, nullptr, nullptr, _FDEV_SETUP_WRITE);
FILE* const stdout = &uart_file;
FILE* const stderr = &uart_file;

#else

#include <sys/stat.h>

extern "C" {

extern char end[], __stack_top[];  // of sections.ld

int _write(int, const char* text, int bytes) {
    uart::write(text, static_cast<size_t>(bytes));
    return bytes;
}

/// The heap grows up to 4 KB below the end of the stack's memory.
void* _sbrk(int bytes) {
    static char* top = end;
    if (bytes > __stack_top - 4096 - top) return reinterpret_cast<void*>(-1);
    char* const begin = top;
    top += bytes;
    return begin;
}

int _close(int) { return -1; }
int _fstat(int, struct stat* status) {
    status->st_mode = S_IFCHR;  // text is not kept until there is more
    return 0;
}
int _getpid() { return 1; }
int _isatty(int) { return 1; }
int _kill(int, int) { return -1; }
int _lseek(int, int, int) { return -1; }
int _read(int, char*, int) { return 0; }

}  // extern "C"

#endif
