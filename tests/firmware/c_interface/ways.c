// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ways.elf INPUT OUTPUT BLOB: firmware in C99 runs a model whose constants are staged, packed and in a blob,
// by the functions of C and of C++. Writes the output if all are equal.

#include "ways.h"

#include <net_blob.h>
#include <net_packed.h>
#include <net_staged.h>

#include <stdio.h>
#include <string.h>

#define MACRO_OF(role, name, what) NET_BLOB_##role##_##name##_##what
#define OF_INPUT(name, what) MACRO_OF(INPUT, name, what)
#define OF_OUTPUT(name, what) MACRO_OF(OUTPUT, name, what)

static OF_INPUT(INPUT, TYPE) input[OF_INPUT(INPUT, COUNT)];
static OF_OUTPUT(OUTPUT, TYPE) output[OF_OUTPUT(OUTPUT, COUNT)], first[OF_OUTPUT(OUTPUT, COUNT)];
static unsigned char blob[1 << 19] __attribute__((aligned(16)));
static size_t blob_bytes;

static net_staged_context staged;
static net_packed_context packed;
static net_blob_context from_blob;

static int run_staged(void) {
    const net_staged_io io = {input, output};
    const net_staged_status made = net_staged_init(&staged);
    return (int)(made != NET_STAGED_STATUS_OK ? made : net_staged_run(&staged, &io));
}

static int run_packed(void) {
    const net_packed_io io = {input, output};
    const net_packed_status made = net_packed_init(&packed);
    return (int)(made != NET_PACKED_STATUS_OK ? made : net_packed_run(&packed, &io));
}

static int run_blob(void) {
    const net_blob_io io = {input, output};
    if (net_blob_init(&from_blob) != NET_BLOB_STATUS_OK) return -1;
    if (net_blob_run(&from_blob, &io) != NET_BLOB_STATUS_UNBOUND_WEIGHTS) return -2;
    if (net_blob_bind_weights(&from_blob, blob + 1, blob_bytes) != NET_BLOB_STATUS_MISALIGNED_ARENA)
        return -3;
    if (net_blob_bind_weights(NULL, blob, blob_bytes) != NET_BLOB_STATUS_NULL_BUFFER) return -4;
    blob[blob_bytes - 1] ^= 1;
    if (net_blob_bind_weights(&from_blob, blob, blob_bytes) != NET_BLOB_STATUS_DAMAGED_CONSTANTS)
        return -5;
    blob[blob_bytes - 1] ^= 1;
    if (net_blob_bind_weights(&from_blob, blob, blob_bytes) != NET_BLOB_STATUS_OK) return -6;
    return (int)net_blob_run(&from_blob, &io);
}

static int run_in_c(int way) {
    return way == staged_way ? run_staged() : way == packed_way ? run_packed() : run_blob();
}

static size_t load(const char* path, void* to, size_t bytes) {
    FILE* file = fopen(path, "rb");
    return file != NULL ? fread(to, 1, bytes, file) : 0;
}

static int store(const char* path) {
    FILE* file = fopen(path, "wb");
    return file != NULL && fwrite(first, 1, sizeof(first), file) == sizeof(first) && fclose(file) == 0;
}

/// Whether a way gives what the first one gave.
static int agrees(int way, const char* language, int status) {
    if (status == 0 && way == 0 && language[1] == 0) memcpy(first, output, sizeof(first));
    if (status == 0 && memcmp(first, output, sizeof(first)) == 0) return 1;
    printf("way %d in %s: status %d, WRONG\n", way, language, status);
    return 0;
}

int main(int count, char** words) {
    int way, good = 1;
    if (count != 4 || load(words[1], input, sizeof(input)) != sizeof(input)) return 1;
    blob_bytes = load(words[3], blob, sizeof(blob));
    for (way = 0; way < count_of_ways; ++way) {
        memset(output, 0x55, sizeof(output));
        good &= agrees(way, "C", run_in_c(way));
        memset(output, 0x55, sizeof(output));
        good &= agrees(way, "C++", run_in_cpp(way, input, output, blob, blob_bytes));
    }
    return good && store(words[2]) ? 0 : 2;
}
