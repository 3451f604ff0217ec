// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// net.elf INPUT OUTPUT: firmware in C99 runs a model on the bytes of one file, and writes another.

#include <net.h>

#include <stdio.h>

#define MACRO_OF(role, name, what) NET_##role##_##name##_##what
#define OF_INPUT(name, what) MACRO_OF(INPUT, name, what)
#define OF_OUTPUT(name, what) MACRO_OF(OUTPUT, name, what)

static net_context context;
static OF_INPUT(INPUT, TYPE) input[OF_INPUT(INPUT, COUNT)];
static OF_OUTPUT(OUTPUT, TYPE) output[OF_OUTPUT(OUTPUT, COUNT)];

#ifdef EXTERNAL
static NET_ALIGNED unsigned char arena[NET_ARENA_FAST_BYTES];

static net_status make_context(void) {
    const net_status made = net_init(&context);
    return made != NET_STATUS_OK ? made : net_bind(&context, NET_REGION_FAST, arena, sizeof(arena));
}
#else
static net_status make_context(void) { return net_init(&context); }
#endif

static int load(const char* path) {
    FILE* file = fopen(path, "rb");
    return file != NULL && fread(input, 1, sizeof(input), file) == sizeof(input);
}

static int store(const char* path) {
    FILE* file = fopen(path, "wb");
    return file != NULL && fwrite(output, 1, sizeof(output), file) == sizeof(output) &&
           fclose(file) == 0;
}

int main(int count, char** words) {
    const net_io io = {input, output};
    if (count != 3 || !load(words[1])) return 1;
    if (make_context() != NET_STATUS_OK || net_run(&context, &io) != NET_STATUS_OK) return 2;
    return store(words[2]) ? 0 : 3;
}
