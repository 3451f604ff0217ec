// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Text and files for programs that run on this machine and as firmware: there over semihosting,
// without the C library.

#include <stddef.h>
#include <stdint.h>

#if __has_include(<semihost.hpp>)

#include <semihost.hpp>
#include <stack.hpp>

namespace console {

using semihost::file;
using semihost::print;

/// Bytes of stack that f() takes, up to 16 KB.
template <class F>
int stack_bytes_of(const F& f) {
    return int(stack::bytes_of(f));
}

}  // namespace console

#else

#include <stdio.h>

namespace console {

inline void print(const char* text) { fputs(text, stdout); }
inline void print(int value) { printf("%d", value); }

class file {
public:
    explicit file(const char* path) : stream(fopen(path, "rb")) {}
    ~file() {
        if (stream) fclose(stream);
    }
    file(const file&) = delete;
    file& operator=(const file&) = delete;

    bool is_open() const { return stream != nullptr; }

    /// Reads up to `bytes` bytes from where the last read ended; gives how many were read.
    size_t read(void* buffer, size_t bytes) { return fread(buffer, 1, bytes, stream); }

private:
    FILE* stream;
};

/// Calls f; nothing is measured on this machine.
template <class F>
int stack_bytes_of(const F& f) {
    f();
    return 0;
}

}  // namespace console

#endif

namespace console {

/// `number` with its last `digits` digits after the point.
struct decimal {
    int number, digits;
};

inline void print(const decimal& value) {
    int one = 1;
    for (int i = 0; i < value.digits; ++i) one *= 10;
    print(value.number / one);
    print(".");
    for (int rest = value.number % one; one > 1; rest %= one) print(rest / (one /= 10));
}

/// A line of texts and numbers.
template <class... T>
void print_line(const T&... parts) {
    (print(parts), ...);
    print("\n");
}

}  // namespace console
