// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each status of a model whose arenas are this program's, and of null pointers. What is returned
// with an error has touched nothing.

#include <mix_external.h>
#include <mix_own.h>

#include <stdio.h>
#include <string.h>

enum { fast_bytes = MIX_EXTERNAL_ARENA_FAST_BYTES, slow_bytes = MIX_EXTERNAL_ARENA_SLOW_BYTES };

static mix_external_context context;
static MIX_EXTERNAL_ALIGNED unsigned char fast[fast_bytes + 1];
static MIX_EXTERNAL_ALIGNED unsigned char slow[slow_bytes];
static int8_t right[MIX_EXTERNAL_INPUT_RIGHT_COUNT];
static int8_t total[MIX_EXTERNAL_OUTPUT_TOTAL_COUNT];
static int8_t largest[MIX_EXTERNAL_OUTPUT_LARGEST_COUNT];
static int failures;

static void expect(int line, int found, int expected, const char* name) {
    const char* found_name = mix_external_status_name(found);
    if (found == expected && strcmp(found_name, name) == 0) return;
    printf("line %d: %d %s, expected %d %s\n", line, found, found_name, expected, name);
    ++failures;
}
#define EXPECT(call, number, name) expect(__LINE__, (int)(call), number, name)

static void expect_bind_to_judge(void) {
    EXPECT(mix_external_bind(&context, -1, fast, fast_bytes), 1, "unknown_region");
    EXPECT(mix_external_bind(&context, 2, fast, fast_bytes), 1, "unknown_region");
    EXPECT(mix_external_bind(&context, MIX_EXTERNAL_REGION_FAST, NULL, fast_bytes), 2,
           "null_arena");
    EXPECT(mix_external_bind(&context, MIX_EXTERNAL_REGION_FAST, fast, fast_bytes - 1), 3,
           "undersized_arena");
    EXPECT(mix_external_bind(&context, MIX_EXTERNAL_REGION_FAST, fast + 1, fast_bytes), 4,
           "misaligned_arena");
    EXPECT(mix_external_bind(NULL, MIX_EXTERNAL_REGION_FAST, fast, fast_bytes), 6, "null_buffer");
}

static void expect_untouched(void) {
    size_t i;
    for (i = 0; i < sizeof(fast); ++i) failures += fast[i] != 0x55;
    for (i = 0; i < sizeof(slow); ++i) failures += slow[i] != 0x55;
    for (i = 0; i < sizeof(total); ++i) failures += total[i] != 0x55;
    for (i = 0; i < sizeof(largest); ++i) failures += largest[i] != 0x55;
    if (failures != 0) printf("a run that failed wrote something\n");
}

static void expect_run_to_judge(const mix_external_io* io) {
    mix_external_io without = *io;
    EXPECT(mix_external_run(&context, io), 5, "unbound_arena");
    EXPECT(mix_external_bind(&context, MIX_EXTERNAL_REGION_FAST, fast, fast_bytes), 0, "ok");
    EXPECT(mix_external_run(&context, io), 5, "unbound_arena");
    EXPECT(mix_external_input_left(&context) != NULL, 0, "ok");
    EXPECT(mix_external_bind(&context, MIX_EXTERNAL_REGION_SLOW, slow, slow_bytes), 0, "ok");
    EXPECT(mix_external_run(NULL, io), 6, "null_buffer");
    EXPECT(mix_external_run(&context, NULL), 6, "null_buffer");
    without.right = NULL;
    EXPECT(mix_external_run(&context, &without), 6, "null_buffer");
    without = *io;
    without.largest = NULL;
    EXPECT(mix_external_run(&context, &without), 6, "null_buffer");
}

/// Row y of the output is a part of `user`.
static void take_row(void* user, const int8_t* row, int count, int y) {
    memcpy((int8_t*)user + y * count, row, (size_t)count);
}

/// The same numbers as with the arenas of a context, and through row functions.
static void expect_same_results(const mix_external_io* io) {
    static mix_own_context own;
    static int8_t own_largest[MIX_OWN_OUTPUT_LARGEST_COUNT];
    mix_own_io own_io = {right, {take_row, own_largest}};
    int i;
    for (i = 0; i < MIX_EXTERNAL_INPUT_RIGHT_COUNT; ++i) right[i] = (int8_t)(i * 37 % 101 - 50);
    for (i = 0; i < MIX_EXTERNAL_INPUT_LEFT_COUNT; ++i)
        mix_external_input_left(&context)[i] = (int8_t)(i * 53 % 97 - 48);
    EXPECT(mix_external_run(&context, io), 0, "ok");

    EXPECT(mix_own_init(&own), 0, "ok");
    for (i = 0; i < MIX_OWN_INPUT_LEFT_COUNT; ++i)
        mix_own_input_left(&own)[i] = (int8_t)(i * 53 % 97 - 48);
    EXPECT(mix_own_run(&own, &own_io), 0, "ok");
    failures += memcmp(mix_own_output_total(&own), total, sizeof(total)) != 0;
    failures += memcmp(own_largest, largest, sizeof(largest)) != 0;
    own_io.largest.function = NULL;
    EXPECT(mix_own_run(&own, &own_io), 6, "null_buffer");
}

int main(void) {
    mix_external_io io = {0};
    io.right = right;
    io.total = total;
    io.largest = largest;
    EXPECT(mix_external_init(NULL), 6, "null_buffer");
    EXPECT(mix_external_init((mix_external_context*)(void*)(fast + 1)), 4, "misaligned_arena");
    EXPECT(mix_external_init(&context), 0, "ok");
    memset(fast, 0x55, sizeof(fast));
    memset(slow, 0x55, sizeof(slow));
    memset(total, 0x55, sizeof(total));
    memset(largest, 0x55, sizeof(largest));
    expect_bind_to_judge();
    expect_run_to_judge(&io);
    expect_untouched();
    expect_same_results(&io);
    EXPECT(mix_external_input_left(NULL) != NULL, 0, "ok");
    EXPECT(200, 200, "hydration_required");
    EXPECT(8, 8, "unbound_weights");
    EXPECT(9, 9, "foreign_weights");
    EXPECT(10, 10, "unknown_status");
    EXPECT(-1, -1, "unknown_status");
    EXPECT(256, 256, "unknown_status");
    printf(failures == 0 ? "all statuses are right\n" : "%d WRONG\n", failures);
    return failures != 0;
}
