// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Constants are copied by init, by a call, or by the firmware (with OWN_COPY), and a run without
// them touches nothing.

#include <c_interface/staged_net.h>
#include <plain_net.h>

#include <stdio.h>
#include <string.h>

static staged_net_context context;
static int8_t image[staged_net_inputs], classes[staged_net_outputs], expected[staged_net_outputs];
static int failures;

#define EXPECT(condition) expect(__LINE__, condition)
static void expect(int line, int good) {
    if (!good) printf("line %d: WRONG\n", line);
    failures += !good;
}

static int run(void) {
    const staged_net_io io = {image, classes};
    memset(classes, 0x55, sizeof(classes));
    return (int)staged_net_run(&context, &io);
}

static int is_right(void) { return memcmp(classes, expected, sizeof(classes)) == 0; }

static int is_untouched(void) {
    size_t i;
    for (i = 0; i < sizeof(classes); ++i)
        if (classes[i] != 0x55) return 0;
    return 1;
}

#ifdef OWN_COPY
static int copies;

/// In the place of the library's: copies, and leaves the mark to whoever calls it the first time.
void staged_net_hydrate_constants(staged_net_context* c) {
    staged_net_staged block;
    int number;
    for (number = 0; staged_net_find_staged(c, number, &block); ++number)
        memcpy(block.to, block.from, block.bytes);
    if (++copies > 1) staged_net_mark_hydrated(c);
}

static void expect_init(void) {
    EXPECT(staged_net_init(&context) == STAGED_NET_STATUS_HYDRATION_REQUIRED);
    EXPECT(copies == 1);
    EXPECT(run() == STAGED_NET_STATUS_HYDRATION_REQUIRED && is_untouched());
    EXPECT(staged_net_mark_hydrated(&context) == STAGED_NET_STATUS_OK);
}
#else
static void expect_init(void) { EXPECT(staged_net_init(&context) == STAGED_NET_STATUS_OK); }
#endif

static void expect_without_context(void) {
    EXPECT(staged_net_hydrate(NULL) == STAGED_NET_STATUS_NULL_BUFFER);
    EXPECT(staged_net_mark_hydrated(NULL) == STAGED_NET_STATUS_NULL_BUFFER);
    EXPECT(staged_net_clear_hydrated(NULL) == STAGED_NET_STATUS_NULL_BUFFER);
}

static void expect_blocks(void) {
    staged_net_staged block;
    EXPECT(staged_net_find_staged(&context, 0, &block) && block.bytes > 0);
    EXPECT(memcmp(block.to, block.from, block.bytes) == 0);
    EXPECT(!staged_net_find_staged(&context, 1, &block));
    EXPECT(!staged_net_find_staged(&context, -1, &block));
    EXPECT(!staged_net_find_staged(NULL, 0, &block));
    memset(block.to, 0, block.bytes);
    EXPECT(run() == STAGED_NET_STATUS_OK && !is_right());  // it reads the copy
}

int main(void) {
    static plain_net_context plain;
    const plain_net_io io = {image, expected};
    int i;
    for (i = 0; i < staged_net_inputs; ++i) image[i] = (int8_t)(i * 37 % 101 - 50);
    EXPECT(plain_net_init(&plain) == PLAIN_NET_STATUS_OK);
    EXPECT(plain_net_run(&plain, &io) == PLAIN_NET_STATUS_OK);
    fill_source();
    expect_init();
    EXPECT(run() == STAGED_NET_STATUS_OK && is_right());
    expect_blocks();
    EXPECT(staged_net_clear_hydrated(&context) == STAGED_NET_STATUS_OK);
    EXPECT(run() == STAGED_NET_STATUS_HYDRATION_REQUIRED && is_untouched());
    EXPECT(strcmp(staged_net_status_name(run()), "hydration_required") == 0);
    EXPECT(staged_net_hydrate(&context) == STAGED_NET_STATUS_OK);
    EXPECT(run() == STAGED_NET_STATUS_OK && is_right());
    expect_without_context();
    printf(failures == 0 ? "constants are where they are read\n" : "%d WRONG\n", failures);
    return failures != 0;
}
