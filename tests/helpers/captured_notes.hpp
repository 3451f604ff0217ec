// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What the tool remarks on stderr while this object lives.

#include <unistd.h>
#include <cstdio>
#include <string>

namespace onnx2hpp::test {

class captured_notes {
public:
    captured_notes() : file_(std::tmpfile()), stderr_(dup(STDERR_FILENO)) {
        std::fflush(stderr);
        dup2(fileno(file_), STDERR_FILENO);
    }
    ~captured_notes() {
        std::fflush(stderr);
        dup2(stderr_, STDERR_FILENO);
        close(stderr_);
        std::fclose(file_);
    }
    captured_notes(const captured_notes&) = delete;
    captured_notes& operator=(const captured_notes&) = delete;

    /// What was written since the last call.
    std::string take() {
        std::fflush(stderr);
        std::string text;
        std::rewind(file_);
        for (int c = std::fgetc(file_); c != EOF; c = std::fgetc(file_)) text += char(c);
        std::rewind(file_);
        if (ftruncate(fileno(file_), 0) != 0) text += "(not emptied)";
        return text;
    }

private:
    std::FILE* file_;
    int stderr_;
};

}  // namespace onnx2hpp::test
