// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A recording in place of a microphone: WAV files of one channel with 16 bits, as Python's wave
// writes them, on cores that keep the low byte first.

#include <console.hpp>

class recording {
public:
    explicit recording(const char* path) : source(path) {
        char header[44];
        is_readable = source.is_open() && source.read(header, sizeof header) == sizeof header;
        if (!is_readable) console::print_line("there is no ", path, " in this folder");
    }

    /// False where the file is missing, which the constructor said.
    explicit operator bool() const { return is_readable; }

    /// The next sample; false at the end.
    bool read(int16_t& sample) {
        if (next == count) {
            count = int(source.read(buffer, sizeof buffer) / sizeof(int16_t));
            next = 0;
        }
        if (count == 0) return false;
        sample = buffer[next++];
        return true;
    }

private:
    console::file source;
    bool is_readable = false;
    int16_t buffer[256];
    int next = 0, count = 0;
};
