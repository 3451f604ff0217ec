// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The C library's stdio and heap over semihosting. Called with the path of a file that holds
// "tigris".

#include <cstdio>
#include <cstring>
#include <vector>

int main(int argc, char** argv) {
    std::FILE* file = argc == 2 ? std::fopen(argv[1], "rb") : nullptr;
    if (file == nullptr) return 1;
    std::vector<char> text(64);
    const std::size_t bytes = std::fread(text.data(), 1, text.size(), file);
    std::fclose(file);
    std::printf("%.6s, %.2f", text.data(), 0.25);  // no end of line: exit must flush
    return bytes == 6 && std::memcmp(text.data(), "tigris", 6) == 0 ? 0 : 2;
}
