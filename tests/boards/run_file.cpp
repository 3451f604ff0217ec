// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a model of one input, in its arena, and one output from a file and to one: run_file INPUT
// OUTPUT. For this machine, and as firmware. RUN_HEADER names the generated header, RUN_MODEL its
// namespace.

#include RUN_HEADER

#ifdef __arm__
#include <semihost.hpp>
#else
#include <stdio.h>
#endif

namespace {

constexpr auto model = RUN_MODEL::model;
auto& memory = tigris::default_workspace<model>;
tigris::output_buffer<model> output;
constexpr size_t input_bytes = sizeof(tigris::input_buffer<model>);

#ifdef __arm__
bool read(const char* path) {
    semihost::file from(path);
    return from.is_open() && from.read(memory.input<0>(), input_bytes) == input_bytes;
}
bool write(const char* path) {
    semihost::file to(path, semihost::mode::write);
    return to.is_open() && to.write(output.items, sizeof output.items) == sizeof output.items;
}
#else
bool read(const char* path) {
    FILE* from = fopen(path, "rb");
    return from && fread(memory.input<0>(), input_bytes, 1, from) == 1;
}
bool write(const char* path) {
    FILE* to = fopen(path, "wb");
    return to && fwrite(output.items, sizeof output.items, 1, to) == 1 && fclose(to) == 0;
}
#endif

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3 || !read(argv[1])) return 2;
    tigris::run(model, memory, tigris::in_workspace, output);
    return write(argv[2]) ? 0 : 3;
}
