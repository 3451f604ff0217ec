// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The program of net.c in C++.

#include <stdio.h>

#include <net.hpp>

namespace {

constinit tigris::workspace<net::model> memory{};
tigris::input_buffer<net::model> input;
tigris::output_buffer<net::model> output;

bool load(const char* path) {
    FILE* file = fopen(path, "rb");
    return file != nullptr && fread(input.items, 1, sizeof(input), file) == sizeof(input);
}

bool store(const char* path) {
    FILE* file = fopen(path, "wb");
    return file != nullptr && fwrite(output.items, 1, sizeof(output), file) == sizeof(output) &&
           fclose(file) == 0;
}

}  // namespace

int main(int count, char** words) {
    if (count != 3 || !load(words[1])) return 1;
    tigris::run(net::model, memory, input, output);
    return store(words[2]) ? 0 : 3;
}
